"""Who you are: every endpoint, and everybody who tries to be somebody else."""

from __future__ import annotations

import json
import time
from unittest import mock

import pytest
from itsdangerous import TimestampSigner

from tenshu.server.people.cookies import LIFETIME, RENEWED_AFTER
from tests.server.http.inside import Browser, Inside, refused

PASSWORD = "correct horse"


def account(server: Inside, login: str, name: str = "Ana") -> Browser:
    browser = server.guest(name)
    assert browser.post("/api/me/account", {"login": login, "password": PASSWORD}).status_code == 200
    return browser


# Guests


def test_nobody_becomes_a_guest(server: Inside) -> None:
    browser = server.browser()
    refused(browser.get("/api/me"), 401, "nobody")
    assert browser.get("/api/session").json() == {"me": None}
    answer = browser.post("/api/session", {"name": "  Ana   Lia "})
    assert answer.status_code == 201
    me = answer.json()
    assert me == {"person": {"id": me["person"]["id"], "name": "Ana Lia", "guest": True}, "login": None,
                  "webhook": None, "link": False}  # fmt: skip
    assert browser.get("/api/me").json() == me
    assert browser.get("/api/session").json() == {"me": me}


def test_somebody_does_not_become_a_guest(server: Inside) -> None:
    browser = server.guest()
    refused(browser.post("/api/session", {"name": "Bea"}), 409, "already-somebody")


def test_who_signs_out_is_nobody(server: Inside) -> None:
    browser = server.guest()
    assert browser.delete("/api/session").status_code == 204
    assert "tenshu" not in browser.client.cookies
    refused(browser.get("/api/me"), 401, "nobody")
    assert browser.delete("/api/session").status_code == 204


def test_a_new_name(server: Inside) -> None:
    browser = server.guest()
    assert browser.patch("/api/me", {"name": "Zé"}).json()["person"]["name"] == "Zé"
    assert browser.patch("/api/me", {}).json()["person"]["name"] == "Zé"
    refused(browser.patch("/api/me", {"name": None}), 400, "not-understood")


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 25, "a\nb", "a\u202eb", "\u200b", "\u0000", "\ud800", "\u2800", "\u3164\u3164", "\x1b[31m"]
)
def test_what_is_no_name(server: Inside, name: str) -> None:
    body = json.dumps({"name": name})
    answer = server.browser().post("/api/session", content=body, headers={"content-type": "application/json"})
    refused(answer, 400, "not-understood")


# Cookies


def test_the_cookie_is_for_the_server_alone(server: Inside) -> None:
    answer = server.browser().post("/api/session", {"name": "Ana"})
    parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert parts == {"httponly", "path=/", "samesite=lax", f"max-age={LIFETIME}"}


def test_over_https_the_cookie_is_secure(server: Inside) -> None:
    answer = server.browser("https://127.0.0.1").post("/api/session", {"name": "Ana"})
    assert "; Secure" in answer.headers["set-cookie"]
    gone = server.browser("https://127.0.0.1").delete("/api/session")
    assert "; Secure" in gone.headers["set-cookie"]


def forgeries(cookie: str, other: str) -> list[str]:
    signed, _, seal = cookie.rpartition(".")
    person, epoch, at = signed.split(".")
    return [
        f"{other}.{epoch}.{at}.{seal}",
        f"{person}.{int(epoch) + 1}.{at}.{seal}",
        f"{signed}.{seal[::-1]}",
        f"{signed}.",
        signed,
        person,
        cookie[:-1],
        cookie + "x",
        TimestampSigner("guessed", salt="tenshu.session").sign(f"{other}.0").decode(),
        "x" * 5000,
        "....",
        "",
    ]


def test_forged_cookies_are_nobodys(server: Inside) -> None:
    ana, bea = server.guest("Ana"), server.guest("Bea")
    other = bea.get("/api/me").json()["person"]["id"]
    for forged in forgeries(ana.cookie, other):
        thief = server.browser()
        thief.cookie = forged
        refused(thief.get("/api/me"), 401, "nobody")


def test_a_signed_cookie_of_nobody_is_nobodys(server: Inside) -> None:
    browser = server.browser()
    for person, epoch in [("", 0), ("gone", 0)]:
        browser.cookie = server.services.people.cookies.written(person, epoch)
        refused(browser.get("/api/me"), 401, "nobody")
    browser.cookie = server.services.people.cookies._signer.sign("gone.minus").decode()
    refused(browser.get("/api/me"), 401, "nobody")


def test_an_old_cookie_is_renewed_and_a_very_old_one_is_over(server: Inside) -> None:
    browser = server.guest()
    assert "set-cookie" not in browser.get("/api/me").headers
    now = time.time()
    with mock.patch.object(TimestampSigner, "get_timestamp", return_value=int(now + RENEWED_AFTER + 2)):
        assert "set-cookie" in browser.get("/api/me").headers
    with mock.patch.object(TimestampSigner, "get_timestamp", return_value=int(now + RENEWED_AFTER + LIFETIME + 4)):
        refused(browser.get("/api/me"), 401, "nobody")


# Accounts


def test_a_guest_becomes_an_account_and_stays_who_they_are(server: Inside) -> None:
    browser = server.guest("Ana")
    before = browser.get("/api/me").json()["person"]["id"]
    me = browser.post("/api/me/account", {"login": "Ana.Lia", "password": PASSWORD}).json()
    assert (me["person"]["id"], me["person"]["guest"], me["login"]) == (before, False, "ana.lia")
    refused(browser.post("/api/me/account", {"login": "again", "password": PASSWORD}), 409, "already-an-account")

    elsewhere = server.browser()
    me = elsewhere.post("/api/session/password", {"login": " ANA.lia ", "password": PASSWORD}).json()
    assert me["person"]["id"] == before
    assert elsewhere.get("/api/me").json() == me


def test_a_login_is_taken_once(server: Inside) -> None:
    account(server, "straße")
    other = server.guest()
    for login in ("straße", "STRASSE", "ſtrasse"):
        facts = refused(other.post("/api/me/account", {"login": login, "password": PASSWORD}), 409, "login-taken")
        assert facts == {"login": "strasse"}


@pytest.mark.parametrize("login", ["ab", "x" * 33, "a b c", "a/b/c", "<script>", "-ana", "a\u202eb", ""])
def test_what_is_no_login(server: Inside, login: str) -> None:
    answer = server.guest().post("/api/me/account", {"login": login, "password": PASSWORD})
    assert refused(answer, 400, "not-understood")["place"] == "body.login"


@pytest.mark.parametrize("password", ["short12", "x" * 201, 12345678, None])
def test_what_is_no_password(server: Inside, password: object) -> None:
    answer = server.guest().post("/api/me/account", {"login": "somebody", "password": password})
    assert refused(answer, 400, "not-understood")["place"] == "body.password"


def test_a_wrong_login_and_a_wrong_password_get_the_same_answer_for_the_same_work(server: Inside) -> None:
    account(server, "known")
    passwords = server.services.people._passwords
    answers = []
    for login in ("known", "unknown", "no login at all!"):
        with mock.patch.object(passwords, "_verified", wraps=passwords._verified) as verified:
            answer = server.browser().post("/api/session/password", {"login": login, "password": "wrong password"})
        assert verified.call_count == 1
        refused(answer, 401, "wrong-password")
        answers.append((answer.content, "set-cookie" in answer.headers))
    assert len(set(answers)) == 1
    assert answers[0][1] is False


def test_a_password_however_its_letters_are_composed(server: Inside) -> None:
    browser = server.guest()
    browser.post("/api/me/account", {"login": "composed", "password": "senha cafe\u0301"})
    answer = server.browser().post("/api/session/password", {"login": "composed", "password": "senha caf\u00e9"})
    assert answer.status_code == 200


def test_a_new_password_ends_all_other_sessions(server: Inside) -> None:
    here = account(server, "mover")
    there = server.browser()
    there.post("/api/session/password", {"login": "mover", "password": PASSWORD})
    before = here.cookie
    ended: list[tuple[str, str | None]] = []
    server.services.people.when_sessions_end(lambda person, token: ended.append((person, token)))

    refused(here.post("/api/me/password", {"old": "wrong password", "new": "new password"}), 401, "wrong-password")
    assert there.get("/api/me").status_code == 200

    me = here.post("/api/me/password", {"old": PASSWORD, "new": "new password"}).json()
    assert ended == [(me["person"]["id"], None)]
    assert here.get("/api/me").status_code == 200
    refused(there.get("/api/me"), 401, "nobody")
    thief = server.browser()
    thief.cookie = before
    refused(thief.get("/api/me"), 401, "nobody")
    refused(there.post("/api/session/password", {"login": "mover", "password": PASSWORD}), 401, "wrong-password")
    assert there.post("/api/session/password", {"login": "mover", "password": "new password"}).status_code == 200


def test_a_guest_has_no_password_to_change(server: Inside) -> None:
    refused(server.guest().post("/api/me/password", {"old": "x", "new": "new password"}), 409, "no-account")


# Private links


def test_a_private_link_leads_back(server: Inside) -> None:
    here = server.guest()
    person = here.get("/api/me").json()["person"]
    link = here.post("/api/me/link").json()
    assert link["path"] == f"/back#{link['secret']}"
    assert len(link["secret"]) == 43
    assert here.get("/api/me").json()["link"] is True

    there = server.browser()
    assert there.post("/api/session/link", {"secret": link["secret"]}).json()["person"] == person
    assert there.get("/api/me").json()["person"] == person


def test_a_new_link_ends_the_old_one(server: Inside) -> None:
    here = server.guest()
    old = here.post("/api/me/link").json()["secret"]
    new = here.post("/api/me/link").json()["secret"]
    refused(server.browser().post("/api/session/link", {"secret": old}), 401, "no-such-link")
    assert server.browser().post("/api/session/link", {"secret": new}).status_code == 200
    assert here.delete("/api/me/link").status_code == 204
    assert here.get("/api/me").json()["link"] is False
    refused(server.browser().post("/api/session/link", {"secret": new}), 401, "no-such-link")


def test_a_token_is_no_link_and_a_link_no_token(server: Inside) -> None:
    here = server.guest()
    link = here.post("/api/me/link").json()["secret"]
    token = here.post("/api/me/tokens", {"name": "bot"}).json()["token"]
    refused(server.browser().post("/api/session/link", {"secret": token}), 401, "no-such-link")
    refused(server.browser(authorization=f"Bearer {link}").get("/api/me"), 401, "nobody")


# Access tokens


def test_a_program_with_a_token(server: Inside) -> None:
    here = server.guest("Ana")
    made = here.post("/api/me/tokens", {"name": "my bot"})
    assert made.status_code == 201
    token = made.json()
    program = server.browser(authorization=f"Bearer {token['token']}")
    assert program.get("/api/me").json()["person"]["name"] == "Ana"
    listed = here.get("/api/me/tokens").json()["tokens"]
    assert [(each["id"], each["name"]) for each in listed] == [(token["id"], "my bot")]
    assert listed[0]["used"] >= listed[0]["created"]
    assert token["token"] not in here.get("/api/me/tokens").text

    assert here.delete(f"/api/me/tokens/{token['id']}").status_code == 204
    refused(program.get("/api/me"), 401, "nobody")
    refused(here.delete(f"/api/me/tokens/{token['id']}"), 404, "not-there")


def test_a_token_of_somebody_else_is_not_there(server: Inside) -> None:
    ana, bea = server.guest("Ana"), server.guest("Bea")
    token = ana.post("/api/me/tokens", {"name": "bot"}).json()
    refused(bea.delete(f"/api/me/tokens/{token['id']}"), 404, "not-there")
    assert bea.get("/api/me/tokens").json() == {"tokens": []}
    assert server.browser(authorization=f"Bearer {token['token']}").get("/api/me").status_code == 200


@pytest.mark.parametrize("header", ["Bearer x", "Bearer ", "Bearer", "Basic eDp5", "tenshu_x", "Bearer " + "x" * 9000])
def test_a_token_that_is_none_is_nobody_whatever_the_cookie(server: Inside, header: str) -> None:
    browser = server.guest()
    refused(browser.get("/api/me", headers={"authorization": header}), 401, "nobody")


def test_a_token_opens_no_further_doors(server: Inside) -> None:
    here = account(server, "doors")
    token = here.post("/api/me/tokens", {"name": "bot"}).json()["token"]
    program = server.browser(authorization=f"Bearer {token}")
    program.cookie = server.guest("Bea").cookie
    refused(program.post("/api/me/tokens", {"name": "more"}), 403, "not-yours")
    refused(program.post("/api/me/link"), 403, "not-yours")
    refused(program.delete("/api/me/link"), 403, "not-yours")
    refused(program.post("/api/me/password", {"old": PASSWORD, "new": "new password"}), 403, "not-yours")
    refused(program.post("/api/me/account", {"login": "other", "password": PASSWORD}), 403, "not-yours")


def test_twenty_tokens_are_enough(server: Inside) -> None:
    here = server.guest()
    for number in range(20):
        assert here.post("/api/me/tokens", {"name": f"bot {number}"}).status_code == 201
    assert refused(here.post("/api/me/tokens", {"name": "one more"}), 409, "too-many-tokens") == {"n": 20}


# Webhooks


@pytest.mark.parametrize(
    "url",
    ["ftp://chat.example/x", "https://", "https:///x", "chat.example", "https://user:word@chat.example/",
     "javascript:1", "https://chat.example/#x", "https://chat.example/\u202e", "https://chat example/",
     "http://[::1", "x" * 501],
)  # fmt: skip
def test_what_is_no_webhook(server: Inside, url: str) -> None:
    facts = refused(server.guest().patch("/api/me", {"webhook": url}), 400, "not-understood")
    assert facts["place"] == "body.webhook"


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "169.254.169.254", "[fe80::1]", "0.0.0.0", "[::]",
     "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "2130706433", "0x7f.1", "224.0.0.1", "100.64.0.1",
     "[fc00::1]", "nowhere.invalid"],
)  # fmt: skip
def test_webhooks_do_not_lead_back_into_our_network(server: Inside, host: str) -> None:
    facts = refused(server.guest().patch("/api/me", {"webhook": f"http://{host}:8000/"}), 400, "not-understood")
    assert facts == {"place": "body.webhook", "problem": "webhook-private"}


def test_a_webhook_is_set_with_a_secret_that_is_told_once(server: Inside) -> None:
    browser = server.guest()
    answer = browser.patch("/api/me", {"webhook": "https://93.184.215.14/hook"}).json()
    assert answer["webhook"] == "https://93.184.215.14/hook"
    assert len(answer["secret"]) == 43
    me = browser.get("/api/me")
    assert me.json()["webhook"] == "https://93.184.215.14/hook"
    assert answer["secret"] not in me.text
    assert browser.patch("/api/me", {"name": "Bea"}).json()["webhook"] == "https://93.184.215.14/hook"
    assert browser.patch("/api/me", {"webhook": None}).json()["webhook"] is None
