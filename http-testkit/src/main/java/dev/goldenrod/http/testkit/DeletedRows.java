package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for {@code /v1/deleted}. */
final class DeletedRows {
  private static final String RESTORE = "POST /v1/deleted/$deletedDb/restore";

  private DeletedRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of("", "ann", "GET /v1/deleted", "", 200, "{'deleted':'<list>'}"),
        Row.of("under its name", "ann", RESTORE, "", 200, restored("<text>")),
        Row.of("under its name", "ann", RESTORE, "{}", 200, restored("<text>")),
        Row.of("under another one", "ann", RESTORE, "{'name':'$free'}", 200, restored("$free")),
        Row.of(
            "an admin",
            "admin",
            "POST /v1/deleted/$yourDeletedDb/restore",
            "",
            200,
            restored("<text>")),
        Row.refused("", "ann", RESTORE, "{'name':1}", 400, "invalid input: bad body"),
        Row.refused("", "ann", RESTORE, "{", 400, "invalid input: bad body"),
        Row.refused(
            "",
            "ann",
            RESTORE,
            "{'name':'Try'}",
            400,
            "invalid input: name 'Try' must be 1 to 63 characters of a-z 0-9 - beginning with a letter"),
        Row.refused("", "ann", "POST /v1/deleted/x/restore", "", 400, "invalid input: bad id"),
        Row.refused("", "ann", "POST /v1/deleted/$yourDeletedDb/restore", "", 403, "forbidden"),
        Row.refused("", "ann", "POST /v1/deleted/$none/restore", "{", 404, "not found"),
        Row.refused(
            "",
            "ann",
            "POST /v1/deleted/$displacedDb/restore",
            "",
            409,
            "database name already in use"),
        Row.of("for good", "ann", "DELETE /v1/deleted/$deletedDb", "", 202),
        Row.refused("", "ann", "DELETE /v1/deleted/x", "", 400, "invalid input: bad id"),
        Row.refused("", "ann", "DELETE /v1/deleted/$yourDeletedDb", "", 403, "forbidden"),
        Row.refused("", "ann", "DELETE /v1/deleted/$none", "", 404, "not found"));
  }

  private static String restored(String name) {
    return "{'id':'<uuid>','kind':'database','name':'%s'}".formatted(name);
  }
}
