"""The socket of a table: reads what a client says, lets it happen, and says no in words."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import orjson
import structlog
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from tenshu.server import metrics
from tenshu.server.errors import Refused
from tenshu.server.http.limits import address_of
from tenshu.server.http.origins import allowed
from tenshu.server.http.words import language_of, sentence_of
from tenshu.server.live import messages
from tenshu.server.live.hub import LATEST_MESSAGES, MOST_UNSENT, Hub, Watcher, answering
from tenshu.server.live.pace import Pace
from tenshu.server.people.identity import identify
from tenshu.server.people.person import Person
from tenshu.server.services import Services, services_of
from tenshu.server.store import NotStored
from tenshu.server.tables import playing
from tenshu.server.tables.position import Decided, Position
from tenshu.server.tables.table import Table
from tenshu.server.thinking.pool import Lost
from tenshu.table.errors import Malformed, Reason
from tenshu.table.games import find_game

NOT_UNDERSTOOD, FOREIGN, NO_TABLE, NOT_HERE, TOO_FAST, RESTARTING = 4400, 4403, 4404, 4409, 4429, 1012
CLOSE_CODES = {404: NO_TABLE, 409: NOT_HERE, 429: TOO_FAST}
"""By the status of the refusal of a table that cannot be opened; any other is a trouble that passes."""
MOST_NONSENSE = 20
"""Messages nobody can read before a client is shown the door."""
NAME = re.compile(r"[A-Za-z0-9_-]{8,40}")
"""What a table can be called."""
SHOWN_AGAIN = frozenset({"stale", "not-your-turn", "not-playing", "cannot-undo", "not-stored", "busy"})
"""Refusals after which a client is shown the table as it is."""
ONE_HINT_AT_A_TIME = "hint-pending"

router = APIRouter()
log = structlog.get_logger("tenshu.live")


@router.websocket("/api/tables/{name}/live")
async def live(socket: WebSocket, name: str) -> None:
    """Everything that happens at a table, as it happens; docs/protocol.md has the messages."""
    services = services_of(socket)
    if not allowed(socket):
        await _refuse(socket, FOREIGN)
        return
    if services.closing:
        await _refuse(socket, RESTARTING)
        return
    try:
        await services.limits.hit("sockets", address_of(socket))
        if not NAME.fullmatch(name):
            raise Refused("not-there")
        person = await identify(socket)
        await services.tables.position(name)
    except Refused as refusal:
        await _refuse(socket, CLOSE_CODES.get(refusal.status, RESTARTING), refusal)
        return
    if not await _accepted(socket):
        return
    language = _language(socket)
    watcher = Watcher(name, None, language)
    if person is not None:
        watcher = Watcher(name, person.id, language, person.token, person.epoch)
    with structlog.contextvars.bound_contextvars(table=name, person=watcher.person):
        await Conversation(socket, services, person, watcher).run()


async def _accepted(socket: WebSocket) -> bool:
    """Opens a socket; whether its client has waited for it."""
    try:
        await socket.accept()
    except (OSError, RuntimeError, WebSocketDisconnect):
        return False
    return True


async def _refuse(socket: WebSocket, code: int, refusal: Refused | None = None) -> None:
    """A browser learns a close code, and a sentence, only from a socket that was opened."""
    if not await _accepted(socket):
        return
    with suppress(RuntimeError, WebSocketDisconnect, OSError):
        if refusal is not None:
            sentence = sentence_of(refusal, _language(socket))
            document = {"type": "refused", "code": refusal.code, "sentence": sentence, "facts": refusal.facts}
            await socket.send_text(orjson.dumps(document).decode())
        await socket.close(code, refusal.code if refusal else "")


def _language(socket: WebSocket) -> str:
    """What the address asks for, as a page whose reader has chosen a language does, or else what the browser says."""
    return language_of(socket.query_params.get("language") or socket.headers.get("accept-language", ""))


class Conversation:
    """One connection, from its welcome to its end."""

    def __init__(self, socket: WebSocket, services: Services, person: Person | None, watcher: Watcher) -> None:
        self.socket = socket
        self.services = services
        self.person = person
        self.watcher = watcher
        self.hub: Hub = services.hub
        self.table = watcher.table
        self.pace = Pace.of_messages(services.settings.limits)
        self.chat_pace = Pace.of_chat(services.settings.limits)
        self.nonsense = 0
        self._listening = False
        """Nothing is being carried out; the next message is waited for."""
        self._is_over = False
        self._asking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        metrics.SOCKETS.inc()
        sending = asyncio.create_task(self._send())
        reading: asyncio.Task[None] | None = None
        try:
            await self._begin()
            reading = asyncio.create_task(self._read())
            await asyncio.wait([reading, sending], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._is_over = True
            if reading is not None:
                self._let_finish(reading)
            self.hub.goodbye(self.watcher)
            if self._asking is not None:
                self._asking.cancel()
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            metrics.SOCKETS.dec()
            await self._hang_up()

    def _let_finish(self, reading: asyncio.Task[None]) -> None:
        """Who is gone says nothing any more; what they have said is carried to its end, so that memory never falls
        behind the database."""
        if self._listening:
            reading.cancel()
        self.services.tables.see_to_the_end(reading)

    async def _begin(self) -> None:
        try:
            await self.hub.welcome(self.watcher)
            self.hub.read_chat(self.watcher, await self.services.store.messages(self.table, LATEST_MESSAGES))
        except Refused as refusal:
            self._say_no(refusal, None)
        except NotStored:
            self._say_no(Refused("not-stored"), None)

    async def _send(self) -> None:
        unsent = self.watcher.unsent
        while await self.watcher.anything_unsent():
            while unsent:
                await self.socket.send_text(unsent.popleft().decode())

    async def _hang_up(self) -> None:
        if self.socket.application_state == WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self.socket.close(self.watcher.close_code or 1000)

    async def _read(self) -> None:
        try:
            while self.watcher.close_code is None and not self._is_over:
                self._listening = True
                received = await self.socket.receive()
                self._listening = False
                if received["type"] == "websocket.disconnect":
                    return
                await self._heard(received.get("text") or received.get("bytes") or b"")
                if len(self.watcher.unsent) > MOST_UNSENT // 2:
                    await asyncio.sleep(0)  # who talks fast is not therefore slow to listen: the answers get their turn
        except WebSocketDisconnect:
            return
        except Exception:
            log.exception("a conversation has failed")
            self.watcher.close(1011)

    async def _heard(self, text: str | bytes) -> None:
        if not self.pace.allows():
            metrics.REJECTED.labels("too-fast").inc()
            self._say_no(Refused("too-fast", seconds=1), None)
            if self.pace.is_hopeless:
                self.watcher.close(TOO_FAST)
            return
        try:
            message = messages.READER.validate_json(text)
        except (ValidationError, ValueError) as problem:
            self._not_understood(problem)
            return
        metrics.MESSAGES.labels(message.type).inc()
        token = answering.set((self.watcher, message.id))
        try:
            await ANSWERS[type(message)](self, message)
        except Refused as refusal:
            await self._refused(refusal, message.id)
        except NotStored:
            self._say_no(Refused("not-stored"), message.id)
        finally:
            answering.reset(token)

    def _not_understood(self, problem: ValueError) -> None:
        metrics.REJECTED.labels("not-understood").inc()
        self.nonsense += 1
        self._say_no(Refused("not-understood", **_fault(problem)), None)
        if self.nonsense > MOST_NONSENSE:
            self.watcher.close(NOT_UNDERSTOOD)

    async def _refused(self, refusal: Refused, message: str | None) -> None:
        """Says no; whoever acted on an old view gets the present one."""
        metrics.REJECTED.labels(refusal.code).inc()
        if refusal.code == "in-doubt":  # neither yes nor no is known to be true: who comes again sees what is
            self.watcher.close(RESTARTING)
            return
        self._say_no(refusal, message)
        if refusal.code in SHOWN_AGAIN and (position := self.services.tables.remembered(self.table)):
            self.hub.show(self.watcher, position)

    def _say_no(self, refusal: Refused, message: str | None) -> None:
        facts = dict(refusal.facts)
        sentence = sentence_of(refusal, self.watcher.language)
        if refusal.code == "illegal":
            sentence = self._reason_in_words(facts["reason"]) or sentence
        self.watcher.send_document(
            type="refused", code=refusal.code, sentence=sentence, facts=facts, **({"id": message} if message else {})
        )

    def _reason_in_words(self, reason: Any) -> str:
        position = self.services.tables.remembered(self.table)
        if position is None or not isinstance(reason, dict):
            return ""
        return _in_words(position.table, Reason(reason["code"], (), reason["facts"]), self.watcher.language)

    # What can be said.

    def _me(self) -> Person:
        if self.person is None:
            raise Refused("nobody")
        return self.person

    async def _act(self, decide: Callable[[Position], Decided]) -> None:
        await self.services.tables.carry_out(self.table, decide)

    async def move(self, message: messages.Move) -> None:
        me = self._me().id
        await self._act(lambda p: playing.moved(p, me, message.version, message.move, self._now()))

    async def undo(self, message: messages.Undo) -> None:
        me = self._me().id
        await self._act(lambda p: playing.undone(p, me, message.version, self._now()))

    async def takeback(self, message: messages.Takeback) -> None:
        me = self._me().id
        await self._act(lambda p: playing.takeback(p, me, message.version, self._now()))

    async def resign(self, message: messages.Resign) -> None:
        me = self._me().id
        await self._act(lambda p: playing.resigned(p, me, message.seat, self._now()))

    async def replace(self, message: messages.Replace) -> None:
        me = self._me().id

        def decide(position: Position) -> Decided:
            seats = position.table.seats
            gone = message.seat < len(seats) and self.hub.is_away(self.table, seats[message.seat].person)
            return playing.replacement(position, me, message.seat, gone, self._now())

        await self._act(decide)

    async def answer(self, message: messages.Answer) -> None:
        me = self._me().id
        await self._act(lambda p: playing.answered(p, me, message.offer, message.agree, self._now()))

    async def come_back(self, message: messages.Return) -> None:
        me = self._me().id
        await self._act(lambda p: playing.returned(p, me, message.seat, self._now()))

    async def hint(self, message: messages.Hint) -> None:
        if self._asking is not None and not self._asking.done():
            raise Refused(ONE_HINT_AT_A_TIME)
        position = await self.services.tables.position(self.table)
        table = position.table
        if not table.hints:
            raise Refused("no-hints")
        if table.version != message.version:
            raise Refused("stale", version=table.version)
        if table.to_move is None or table.to_move not in table.seats_of(self._me().id):
            raise Refused("not-your-turn", name=table.seats[table.to_move].name if table.to_move is not None else "")
        view = position.state.view(table.to_move)
        self._asking = asyncio.create_task(self._ask_for_hint(view, message))

    async def _ask_for_hint(self, view: dict[str, Any], message: messages.Hint) -> None:
        """Thinking takes its time; meanwhile the conversation goes on."""
        try:
            found = await self.services.thinkers.ask("hint", view=view, seed=secrets.token_hex(8))
        except Lost:
            self._say_no(Refused("no-thinkers"), message.id)
        else:
            self.watcher.send_document(type="hint", version=message.version, hint=found, id=message.id)

    async def why(self, message: messages.Why) -> None:
        position = await self.services.tables.position(self.table)
        if not position.trail or position.state.to_move is None:
            raise Refused("not-playing")
        try:
            reason = playing.reason_against(position.state, find_game(position.table.game).parse(message.move))
        except Malformed:
            reason = Reason("unreadable")
        self.watcher.send_document(
            type="why",
            version=position.table.version,
            move=message.move,
            reason=None if reason is None else reason.to_json(),
            sentence=None if reason is None else _in_words(position.table, reason, self.watcher.language),
            id=message.id,
        )

    async def preview(self, message: messages.Preview) -> None:
        position = await self.services.tables.position(self.table)
        if message.version != position.table.version:
            raise Refused("stale", version=position.table.version)
        if not position.trail or not playing.may_decide(position.table, self._me().id):
            raise Refused("not-playing")
        previews = playing.promises(position.state, message.moves, message.further)
        self.watcher.send_document(type="preview", version=message.version, previews=previews, id=message.id)

    async def chat(self, message: messages.Chat) -> None:
        me, table = self._me(), (await self.services.tables.position(self.table)).table
        if not table.chat:
            raise Refused("no-chat")
        if not table.seats_of(me.id) and table.host != me.id:
            raise Refused("not-seated")
        if not self.chat_pace.allows():
            raise Refused("too-fast", seconds=2)
        text = _presentable(message.text)
        if not text:
            raise Refused("not-understood", place="text", problem="there is nothing in it")
        now = self._now()
        number = await self.services.store.say(self.table, me.id, me.name, text, now)
        said = {"number": number, "person": me.id, "name": me.name, "text": text, "at": now}
        self.hub.said(self.table, said)

    async def ping(self, message: messages.Ping) -> None:
        self.watcher.send_document(type="pong", at=self._now(), id=message.id)

    def _now(self) -> float:
        return self.services.clock.now()


ANSWERS: dict[type[messages.Message], Callable[[Conversation, Any], Awaitable[None]]] = {
    messages.Move: Conversation.move,
    messages.Undo: Conversation.undo,
    messages.Takeback: Conversation.takeback,
    messages.Resign: Conversation.resign,
    messages.Replace: Conversation.replace,
    messages.Answer: Conversation.answer,
    messages.Return: Conversation.come_back,
    messages.Hint: Conversation.hint,
    messages.Why: Conversation.why,
    messages.Preview: Conversation.preview,
    messages.Chat: Conversation.chat,
    messages.Ping: Conversation.ping,
}


def _fault(problem: ValueError) -> dict[str, str]:
    """Where a message cannot be read, and why, without repeating it."""
    if not isinstance(problem, ValidationError):
        return {"place": "message", "problem": "is no JSON object"}
    first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"] if part not in messages.TYPES)
    return {"place": place or "message", "problem": first["msg"]}


def _in_words(table: Table, reason: Reason, language: str) -> str:
    texts = find_game(table.game).texts(language)
    key = f"reason.{reason.code}"
    return texts.say(key, **texts.named(reason.facts)) if key in texts else reason.code


def _presentable(text: str) -> str:
    """One line without anything that is not meant to be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
