package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for {@code /v1/users}. */
final class UserRows {
  private static final String BAD = "invalid input";
  private static final String DISABLE = "{'status':'disabled'}";

  private UserRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of("", "admin", "GET /v1/users", "", 200, "{'users':'<list>'}"),
        changed("disables", "$user", "disabled"),
        changed("again", "$disabledUser", "disabled"),
        changed("enables", "$disabledUser", "active"),
        bad("one's own", "$admin", DISABLE),
        bad("status of none", "$user", "{'status':'removed'}"),
        bad("status in capitals", "$user", "{'status':'ACTIVE'}"),
        bad("no status", "$user", "{}"),
        bad("number", "$user", "{'status':1}"),
        bad("no body", "$user", ""),
        bad("the id comes before the body", "x", "{"),
        missing("", "$none", DISABLE),
        missing("the path's 404 comes before the body", "$none", "{"),
        missing("the path's 404 comes before the status", "$none", "{'status':'frozen'}"),
        missing("is removed", "$removedUser", DISABLE),
        Row.of("", "admin", "DELETE /v1/users/$user", "", 202),
        Row.of(
            "whose database is protected",
            "admin",
            "DELETE /v1/users/$keeper",
            "",
            409,
            "{'error':'protected','details':[{'field':'','problem':'<text>'}]}"),
        Row.of("again", "admin", "DELETE /v1/users/$removedUser", "", 202),
        role("gives a role", "{'role':'operator'}", "operator", "active"),
        role("gives the role of a member", "{'role':'member'}", "user", "active"),
        role("both", "{'role':'viewer','status':'disabled'}", "viewer", "disabled"),
        bad("no such role", "$user", "{'role':'owner'}"),
        bad("one's own role", "$admin", "{'role':'user'}"),
        Row.refused("one's own", "admin", "DELETE /v1/users/$admin", "", 400, BAD),
        Row.refused("", "admin", "DELETE /v1/users/x", "", 400, BAD),
        Row.refused("", "admin", "DELETE /v1/users/$none", "", 404, "not found"));
  }

  private static Row changed(String what, String id, String status) {
    return Row.of(
        what,
        "admin",
        "PATCH /v1/users/" + id,
        "{'status':'" + status + "'}",
        200,
        "{'id':'%s','email':'<text>','role':'user','status':'%s','created_at':'<time>'}"
            .formatted(id, status));
  }

  private static Row role(String what, String body, String role, String status) {
    return Row.of(
        what,
        "admin",
        "PATCH /v1/users/$user",
        body,
        200,
        "{'id':'<uuid>','email':'<text>','role':'%s','status':'%s','created_at':'<time>'}"
            .formatted(role, status));
  }

  private static Row bad(String what, String id, String body) {
    return Row.refused(what, "admin", "PATCH /v1/users/" + id, body, 400, BAD);
  }

  private static Row missing(String what, String id, String body) {
    return Row.refused(what, "admin", "PATCH /v1/users/" + id, body, 404, "not found");
  }
}
