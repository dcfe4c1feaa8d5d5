package dev.goldenrod.http.testkit;

import java.util.List;
import java.util.stream.Stream;

/** Rows for {@code /v1/invites}. */
final class InviteRows {
  private static final String CREATE = "POST /v1/invites";
  private static final String ACCEPT = "POST /v1/invites/accept";
  private static final String BAD = "invalid input";

  private InviteRows() {}

  static List<Row> rows() {
    return Stream.of(creations(), reads(), acceptances()).flatMap(List::stream).toList();
  }

  private static List<Row> creations() {
    return List.of(
        created("for 72 hours", "{'email':'$new@example.com','role':'user'}"),
        created("an admin", "{'email':'$new@example.com','role':'admin','ttl_seconds':0}"),
        created("once more", "{'email':'$invited','role':'user','ttl_seconds':900}"),
        created("a member", "{'email':'ann@localhost','role':'user','ttl_seconds':2592000}"),
        bad("no body", ""),
        bad("no email", "{'role':'user'}"),
        bad("empty email", "{'email':'','role':'user'}"),
        Row.invalid(
            "admin",
            CREATE,
            "{'email':'notanaddress','role':'user'}",
            BAD,
            "email",
            "must be an address with one @, such as ann@example.com"),
        bad("nothing before the @", "{'email':'@example.com','role':'user'}"),
        bad("nothing after the @", "{'email':'ann@','role':'user'}"),
        bad("two @", "{'email':'a@b@example.com','role':'user'}"),
        bad("number for an email", "{'email':1,'role':'user'}"),
        bad("no role", "{'email':'a@example.com'}"),
        bad("role of neither", "{'email':'a@example.com','role':'owner'}"),
        bad("too short a life", "{'email':'a@example.com','role':'user','ttl_seconds':899}"),
        bad("too long a life", "{'email':'a@example.com','role':'user','ttl_seconds':2592001}"),
        bad("fraction of a life", "{'email':'a@example.com','role':'user','ttl_seconds':900.5}"));
  }

  private static Row created(String what, String body) {
    return Row.of(what, "admin", CREATE, body, 201, "{'invite_token':'<hex>'}");
  }

  private static Row bad(String what, String body) {
    return Row.refused(what, "admin", CREATE, body, 400, BAD);
  }

  private static List<Row> reads() {
    return List.of(
        Row.of("", "admin", "GET /v1/invites", "", 200, "{'invites':'<list>'}"),
        Row.of("pending", "admin", "DELETE /v1/invites/$invite", "", 204),
        Row.of("accepted, and stays so", "admin", "DELETE /v1/invites/$accepted", "", 204),
        Row.refused("", "admin", "DELETE /v1/invites/x", "", 400, BAD),
        Row.refused("", "admin", "DELETE /v1/invites/$none", "", 404, "not found"),
        Row.refused("revoked", "admin", "DELETE /v1/invites/$revoked", "", 404, "not found"));
  }

  private static List<Row> acceptances() {
    return List.of(
        Row.of(
            "",
            "nobody",
            ACCEPT,
            "{'token':'$inviteToken','password':'twelve chars','display_name':'Zoë'}",
            201,
            "{'access_token':'<secret>','expires_at':'<time>','user':{'id':'<uuid>',"
                + "'email':'<text>','display_name':'Zoë','role':'user','status':'active',"
                + "'created_at':'<time>'}}"),
        refused("unknown", "$none", 404, "not found"),
        refused("revoked", "$revokedToken", 404, "not found"),
        refused("accepted", "$acceptedToken", 409, "invite already accepted"),
        refused("expired", "$expiredToken", 410, "invite expired"),
        refused("a member's address", "$membersToken", 409, "email already registered"),
        badAcceptance("short password", "{'token':'$inviteToken','password':'eleven long'}"),
        badAcceptance("short password, whatever the token", "{'token':'x','password':'short'}"),
        badAcceptance("no password", "{'token':'$inviteToken'}"),
        badAcceptance("no token", "{'password':'twelve chars'}"),
        badAcceptance("number for a token", "{'token':1,'password':'twelve chars'}"),
        badAcceptance("no body", ""));
  }

  private static Row refused(String what, String token, int status, String error) {
    String body = "{'token':'" + token + "','password':'twelve chars'}";
    return Row.refused(what, "nobody", ACCEPT, body, status, error);
  }

  private static Row badAcceptance(String what, String body) {
    return Row.refused(what, "nobody", ACCEPT, body, 400, BAD);
  }
}
