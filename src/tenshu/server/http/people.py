"""Who you are: the endpoints."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from tenshu.server.errors import Refused
from tenshu.server.http.limits import address_of
from tenshu.server.people import names, passwords
from tenshu.server.people.cookies import RENEWED_AFTER
from tenshu.server.people.identity import Me, Somebody, session_cookie
from tenshu.server.people.person import Person
from tenshu.server.people.targets import LONGEST_URL
from tenshu.server.services import Services, services_of

router = APIRouter(tags=["people"])


def _name(text: str) -> str:
    if (name := names.tidy_name(text)) is None:
        raise PydanticCustomError("name", "not a name")
    return name


def _login(text: str) -> str:
    if (login := names.tidy_login(text)) is None:
        raise PydanticCustomError("login", "not a login")
    return login


Name = Annotated[
    str,
    Field(
        min_length=1, max_length=200, examples=["Ana"],
        description="1 to 24 characters when spaces are put in order; nothing invisible.",
    ),
    AfterValidator(_name),
]  # fmt: skip
Login = Annotated[
    str,
    Field(
        min_length=1, max_length=200, examples=["ana"],
        description="3 to 32 letters, digits and . _ @ + -; capitals do not matter.",
    ),
    AfterValidator(_login),
]  # fmt: skip
AnyLogin = Annotated[str, Field(min_length=1, max_length=200, examples=["ana"])]
NewPassword = Annotated[
    str, Field(min_length=passwords.SHORTEST, max_length=passwords.LONGEST, examples=["eight or more"])
]
Password = Annotated[str, Field(min_length=1, max_length=passwords.LONGEST, examples=["eight or more"])]
Secret = Annotated[str, Field(min_length=1, max_length=200, examples=["SECRET"])]


class Wish(BaseModel):
    """What somebody sends: nothing unknown, nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class GuestWish(Wish):
    name: Name


class PasswordWish(Wish):
    login: AnyLogin
    password: Password


class LinkWish(Wish):
    secret: Secret


class MeWish(Wish):
    name: Name = Field(default="", description="A new name; left out, the old one stays.")
    webhook: Annotated[str, Field(min_length=1, max_length=LONGEST_URL)] | None = Field(
        default=None, description="The new webhook; null removes it; left out, it stays.",
        examples=["https://chat.example/hook"],
    )  # fmt: skip


class AccountWish(Wish):
    login: Login
    password: NewPassword


class PasswordChange(Wish):
    old: Password
    new: NewPassword


class TokenWish(Wish):
    name: Name


class PersonShown(BaseModel):
    """A person as everybody may see them."""

    id: str = Field(examples=["kYb1bQ2dWq0x"])
    name: str = Field(examples=["Ana"])
    guest: bool


class MeShown(BaseModel):
    """A person as only they see themselves."""

    person: PersonShown
    login: str | None
    webhook: str | None
    link: bool = Field(description="Whether there is a private link.")


class SessionShown(BaseModel):
    """Who is here."""

    me: MeShown | None = Field(description="Null for a stranger.")


class MeChanged(MeShown):
    secret: str | None = Field(description="Of a new webhook: what its calls are signed with. Shown once.")


class LinkShown(BaseModel):
    """Shown once."""

    secret: str
    path: str = Field(examples=["/back#SECRET"])


class TokenShown(BaseModel):
    id: str = Field(examples=["9f86d081884c7d65"])
    name: str = Field(examples=["my bot"])
    created: float
    used: float | None = Field(description="When it was last used, to the hour.")


class Tokens(BaseModel):
    tokens: list[TokenShown]


class NewToken(BaseModel):
    """Shown once."""

    id: str = Field(examples=["9f86d081884c7d65"])
    token: str = Field(examples=["tenshu_SECRET"])


def _services(request: Request) -> Services:
    return services_of(request)


Parts = Annotated[Services, Depends(_services)]


async def _with_session(person: Me, request: Request) -> Person:
    """A program's token opens no further doors: those need the person's own session."""
    if not session_cookie(request):
        raise Refused("not-yours")
    return person


MySession = Annotated[Person, Depends(_with_session)]


# Coming and going


@router.post("/api/session", status_code=201, summary="Become a guest")
async def become_guest(wish: GuestWish, who: Somebody, request: Request, response: Response, parts: Parts) -> MeShown:
    if who is not None:
        raise Refused("already-somebody")
    await parts.limits.hit("guests", address_of(request))
    return await _welcome(await parts.people.become_guest(wish.name), request, response, parts)


@router.post("/api/session/password", summary="Sign in to an account")
async def sign_in(wish: PasswordWish, request: Request, response: Response, parts: Parts) -> MeShown:
    login = names.tidy_login(wish.login)
    await parts.limits.hit("sign-ins", address_of(request))
    await parts.limits.hit("sign-ins-to", login or "")
    return await _welcome(await parts.people.sign_in(login, wish.password), request, response, parts)


@router.post("/api/session/link", summary="Sign in with a private link")
async def come_back(wish: LinkWish, request: Request, response: Response, parts: Parts) -> MeShown:
    await parts.limits.hit("sign-ins", address_of(request))
    return await _welcome(await parts.people.come_back(wish.secret), request, response, parts)


@router.get("/api/session", summary="Who is here, if anybody")
async def whose(who: Somebody, request: Request, response: Response, parts: Parts) -> SessionShown:
    return SessionShown(me=None if who is None else await me(who, request, response, parts))


@router.delete("/api/session", status_code=204, summary="Sign out here")
async def sign_out(request: Request, response: Response, parts: Parts) -> None:
    parts.people.cookies.remove(response, _is_secure(request, parts))


# What one sees and changes


@router.get("/api/me", summary="Who I am")
async def me(person: Me, request: Request, response: Response, parts: Parts) -> MeShown:
    if _is_old(request, parts):
        parts.people.cookies.set(response, person.id, person.epoch, _is_secure(request, parts))
    return await _shown(person, parts)


@router.patch("/api/me", summary="Rename; set or remove the webhook")
async def change_me(wish: MeWish, person: Me, parts: Parts) -> MeChanged:
    secret = None
    if "webhook" in wish.model_fields_set:
        await parts.limits.hit("webhooks", person.id)
        secret = await parts.webhooks.set_target(person, wish.webhook)
    if "name" in wish.model_fields_set:
        await parts.people.rename(person, wish.name)
    changed = await parts.people.by_id(person.id) or person
    return MeChanged(**(await _shown(changed, parts)).model_dump(), secret=secret)


@router.post("/api/me/account", summary="Become an account and keep every game")
async def open_account(wish: AccountWish, person: MySession, parts: Parts) -> MeShown:
    await parts.limits.hit("accounts", person.id)
    return await _shown(await parts.people.open_account(person, wish.login, wish.password), parts)


@router.post("/api/me/password", summary="Change the password; all other sessions end")
async def change_password(
    wish: PasswordChange, person: MySession, request: Request, response: Response, parts: Parts
) -> MeShown:
    await parts.limits.hit("sign-ins-to", person.login or person.id)
    changed = await parts.people.change_password(person, wish.old, wish.new)
    return await _welcome(changed, request, response, parts)


@router.post("/api/me/link", status_code=201, summary="A new private link; the old one stops working")
async def make_link(person: MySession, parts: Parts) -> LinkShown:
    await parts.limits.hit("secrets", person.id)
    secret = await parts.people.make_link(person)
    return LinkShown(secret=secret, path=f"/back#{secret}")


@router.delete("/api/me/link", status_code=204, summary="No private link any more")
async def remove_link(person: MySession, parts: Parts) -> None:
    await parts.people.remove_link(person)


@router.get("/api/me/tokens", summary="My access tokens")
async def tokens(person: Me, parts: Parts) -> Tokens:
    kept = await parts.people.tokens(person)
    return Tokens(tokens=[TokenShown(id=each.id, name=each.name, created=each.at, used=each.used) for each in kept])


@router.post("/api/me/tokens", status_code=201, summary="A new access token")
async def make_token(wish: TokenWish, person: MySession, parts: Parts) -> NewToken:
    await parts.limits.hit("secrets", person.id)
    id, token = await parts.people.make_token(person, wish.name)
    return NewToken(id=id, token=token)


@router.delete("/api/me/tokens/{id}", status_code=204, summary="An access token stops working")
async def remove_token(
    id: Annotated[str, Path(min_length=1, max_length=64, examples=["9f86d081884c7d65"])], person: Me, parts: Parts
) -> None:
    await parts.people.remove_token(person, id)


async def _welcome(person: Person, request: Request, response: Response, parts: Services) -> MeShown:
    request.state.person = person
    parts.people.cookies.set(response, person.id, person.epoch, _is_secure(request, parts))
    return await _shown(person, parts)


async def _shown(person: Person, parts: Services) -> MeShown:
    return MeShown(
        person=PersonShown(id=person.id, name=person.name, guest=person.guest),
        login=person.login,
        webhook=person.webhook,
        link=await parts.people.has_link(person),
    )


def _is_secure(request: Request, parts: Services) -> bool:
    return parts.settings.secure or request.url.scheme == "https"


def _is_old(request: Request, parts: Services) -> bool:
    """Whether the browser should keep its cookie longer."""
    session = parts.people.cookies.read(session_cookie(request))
    return session is not None and session.age > RENEWED_AFTER
