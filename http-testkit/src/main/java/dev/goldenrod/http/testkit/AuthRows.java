package dev.goldenrod.http.testkit;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Rows for {@code /v1/auth}. */
final class AuthRows {
  private static final String LOGIN = "POST /v1/auth/login";
  private static final String ME = "/v1/auth/me";
  private static final String TOKENS = "POST /v1/auth/tokens";
  private static final String BAD = "invalid input";
  private static final String KIM =
      "{'id':'<uuid>','email':'$kim','display_name':'kim','role':'user','status':'active',"
          + "'created_at':'<time>'}";

  private AuthRows() {}

  static List<Row> rows() {
    return Stream.of(logins(), profiles(), tokens()).flatMap(List::stream).toList();
  }

  private static List<Row> logins() {
    return List.of(
        Row.of(
            "",
            "nobody",
            LOGIN,
            "{'email':'$kim','password':'correct horse battery'}",
            200,
            "{'access_token':'<secret>','expires_at':'<time>','user':" + KIM + "}"),
        noLogin("wrong password", "{'email':'$kim','password':'Correct horse battery'}"),
        noLogin("unknown", "{'email':'$new','password':'correct horse battery'}"),
        noLogin("disabled", "{'email':'$disabledKim','password':'correct horse battery'}"),
        noLogin("has no password", "{'email':'ann@localhost','password':''}"),
        badLogin("no body", ""),
        badLogin("no JSON", "email=kim"),
        badLogin("no email", "{'password':'correct horse battery'}"),
        badLogin("no password", "{'email':'kim@localhost'}"),
        badLogin("number for a password", "{'email':'kim@localhost','password':1}"),
        Row.refused(
            "too many failed",
            "nobody",
            LOGIN,
            "{'email':'$lockedOut','password':'correct horse battery'}",
            429,
            "too many attempts"),
        Row.of("a script's token lives on", "ann", "POST /v1/auth/logout", "", 204));
  }

  private static Row noLogin(String what, String body) {
    return Row.refused(what, "nobody", LOGIN, body, 401, "invalid credentials");
  }

  private static Row badLogin(String what, String body) {
    return Row.refused(what, "nobody", LOGIN, body, 400, BAD);
  }

  private static List<Row> profiles() {
    return List.of(
        Row.of("", "ann", "GET " + ME, "", 200, user("ann", "ann", "user")),
        Row.of("", "admin", "GET " + ME, "", 200, user("admin", "", "admin")),
        Row.of("nothing", "ann", "PATCH " + ME, "{}", 200, user("ann", "ann", "user")),
        Row.of(
            "the name",
            "eve",
            "PATCH " + ME,
            "{'display_name':'Eve','role':'admin','email':'x'}",
            200,
            user("eve", "Eve", "user")),
        Row.of(
            "the first password",
            "admin",
            "PATCH " + ME,
            "{'password':'correct horse battery'}",
            200,
            user("admin", "", "admin")),
        Row.refused(
            "the first password, with a token for scripts",
            "eve",
            "PATCH " + ME,
            "{'password':'correct horse battery'}",
            403,
            "forbidden"),
        Row.of("the password", "kim", "PATCH " + ME, password("correct horse battery"), 200, KIM),
        badProfile("wrong current password", password("$kim")),
        Row.refused(
                "too many wrong ones",
                "kim",
                "PATCH " + ME,
                password("correct horse battery"),
                429,
                "too many attempts")
            .given(AuthRows::lockKimOut, server -> server.clock.advance(Duration.ofMinutes(15))),
        badProfile("no current password", "{'password':'correct horse battery'}"),
        badProfile("short password", "{'password':'eleven long'}"),
        badProfile("number for a name", "{'display_name':1}"),
        badProfile("no body", ""));
  }

  private static void lockKimOut(TestServer server) {
    server.fixtures.of("kim");
    server.lockOut("kim@localhost");
  }

  private static String password(String current) {
    return "{'password':'correct horse battery','current_password':'" + current + "'}";
  }

  private static String user(String who, String name, String role) {
    return "{'id':'<uuid>','email':'%s@localhost','display_name':'%s','role':'%s',"
            .formatted(who, name, role)
        + "'status':'active','created_at':'<time>'}";
  }

  private static Row badProfile(String what, String body) {
    return Row.refused(what, "kim", "PATCH " + ME, body, 400, BAD)
        .given(server -> server.fixtures.of("kim"), server -> {});
  }

  private static List<Row> tokens() {
    return List.of(
        created("for 90 days", "{'name':'ci'}"),
        created("for 90 days", "{'name':'ci','ttl_seconds':0}"),
        created("for a minute", "{'name':'ci','ttl_seconds':60}"),
        created("for a year", "{'name':'ci','ttl_seconds':31536000}"),
        scoped("{'name':'ci','scopes':['read','database:shop','golden:shop.v2','metrics']}"),
        badToken("no scope", "{'name':'ci','scopes':['write']}"),
        badToken("a scope without a name", "{'name':'ci','scopes':['database:']}"),
        badToken("an empty list of scopes", "{'name':'ci','scopes':[]}"),
        badToken("scope instead of scopes", "{'name':'ci','scope':['read']}"),
        badToken("a text for scopes", "{'name':'ci','scopes':'read'}"),
        badToken("too short a life", "{'name':'ci','ttl_seconds':59}"),
        badToken("too long a life", "{'name':'ci','ttl_seconds':31536001}"),
        badToken("negative life", "{'name':'ci','ttl_seconds':-1}"),
        badToken("text for a life", "{'name':'ci','ttl_seconds':'60'}"),
        badToken("empty name", "{'name':''}"),
        badToken("no name", "{}"),
        badToken("no body", ""),
        Row.of("", "bob", "GET /v1/auth/tokens", "", 200, "{'tokens':'<list>'}"),
        Row.of(
            "one's own, without the token",
            "eve",
            "GET /v1/auth/tokens",
            "",
            200,
            "{'tokens':[{'id':'<uuid>','name':'test','scopes':[],'expires_at':null,'created_at':'<time>'}]}"),
        Row.of("", "ann", "DELETE /v1/auth/tokens/$token", "", 204),
        Row.refused("another's", "bob", "DELETE /v1/auth/tokens/$token", "", 404, "not found"),
        Row.refused("", "ann", "DELETE /v1/auth/tokens/$none", "", 404, "not found"),
        Row.refused("", "ann", "DELETE /v1/auth/tokens/x", "", 400, BAD));
  }

  private static Row scoped(String body) {
    return Row.of(
        "for what the scopes say",
        "ann",
        "POST /v1/auth/tokens",
        body,
        201,
        "{'id':'<uuid>','name':'ci','scopes':['read','database:shop','golden:shop.v2','metrics'],"
            + "'token':'<text>','expires_at':'<time>'}");
  }

  private static Row created(String what, String body) {
    return Row.of(
        what,
        "ann",
        TOKENS,
        body,
        201,
        "{'id':'<uuid>','name':'ci','scopes':[],'token':'<secret>','expires_at':'<time>'}");
  }

  private static Row badToken(String what, String body) {
    return Row.refused(what, "ann", TOKENS, body, 400, BAD);
  }
}
