package dev.goldenrod.http.testkit;

import java.util.List;
import java.util.stream.Stream;

/** Rows for {@code /v1/instances/{id}}: reset, refresh, extend and delete. */
final class InstanceChangeRows {
  private static final String CHANGED =
      "{'id':'$mine','name':null,'owner_user':'$ann','golden':'%s','golden_version':%d,'masking':null,'cluster':'<text>','namespace':'<text>',"
          + "'size':'small','ttl':'%s','reset_generation':%d,'desired_state':'present',"
          + "'phase':'%s','endpoint':'<text>','message':'','created_at':'<time>',"
          + "'expires_at':'<time>'}";

  private InstanceChangeRows() {}

  static List<Row> rows() {
    return Stream.of(
            guards("reset", ""),
            guards("refresh", "{"),
            guards("extend", "{"),
            resets(),
            refreshes(),
            extensions(),
            ends())
        .flatMap(List::stream)
        .toList();
  }

  /** Returns rows for the checks that precede that of the body, which is invalid. */
  private static List<Row> guards(String verb, String badBody) {
    String bad = "invalid input: bad id";
    return List.of(
        Row.refused("", "nobody", post("x", verb), badBody, 401, "unauthorized"),
        Row.refused("", "ann", post("x", verb), badBody, 400, bad),
        Row.refused("", "ann", post("$none", verb), badBody, 404, "not found"),
        Row.refused("", "ann", post("$yours", verb), badBody, 403, "forbidden"));
  }

  private static List<Row> resets() {
    return List.of(
        Row.of("", "ann", post("$mine", "reset"), "", 200, changed("shop", 2, "8h", 1, "Pending")),
        Row.of("by an admin", "admin", post("$mine", "reset"), "", 200, byAdmin(1)),
        conflict("reset", ""));
  }

  private static List<Row> refreshes() {
    return List.of(
        Row.of(
            "no body",
            "ann",
            post("$mine", "refresh"),
            "",
            200,
            changed("shop", 2, "8h", 0, "Pending")),
        Row.of(
            "empty body",
            "ann",
            post("$mine", "refresh"),
            "{}",
            200,
            changed("shop", 2, "8h", 0, "Pending")),
        Row.of(
            "a body of null, which is none",
            "ann",
            post("$mine", "refresh"),
            "null",
            200,
            changed("shop", 2, "8h", 0, "Pending")),
        Row.of(
            "null",
            "ann",
            post("$mine", "refresh"),
            "{'golden':null}",
            200,
            changed("shop", 2, "8h", 0, "Pending")),
        Row.of(
            "another golden, by an admin",
            "admin",
            post("$mine", "refresh"),
            "{'golden':'$lineage'}",
            200,
            changed("$lineage", 1, "8h", 0, "Pending")),
        bad("refresh", "no JSON", "{", "bad body"),
        bad("refresh", "no object", "[]", "bad body"),
        bad("refresh", "number", "{'golden':1}", "bad body"),
        bad(
            "refresh",
            "unknown",
            "{'golden':'$new'}",
            "golden '$new' has no visible ready version"),
        bad(
            "refresh",
            "hidden",
            "{'golden':'hidden'}",
            "golden 'hidden' has no visible ready version"),
        conflict("refresh", ""));
  }

  private static List<Row> extensions() {
    return List.of(
        Row.of(
            "",
            "ann",
            post("$mine", "extend"),
            "{'ttl':'2d'}",
            200,
            changed("shop", 2, "48h", 0, "Ready")),
        bad("extend", "no body", "", "bad body"),
        bad("extend", "no ttl", "{}", "bad body"),
        bad("extend", "number", "{'ttl':8}", "bad body"),
        bad("extend", "no duration", "{'ttl':'long'}", InstanceRows.TTL_SYNTAX),
        bad("extend", "zero", "{'ttl':'0h'}", "ttl must be positive, as in 8h or 90m"),
        bad("extend", "beyond a year", "{'ttl':'366d'}", "ttl must be at most 8760h"),
        Row.of(
            "does not extend",
            "ann",
            post("$mine", "extend"),
            "{'ttl':'1h'}",
            400,
            "{'error':'<text>','details':'<details>'}"),
        Row.refused(
            "an unknown one, whatever the ttl",
            "ann",
            post("$none", "extend"),
            "{'ttl':'long'}",
            404,
            "not found"),
        Row.refused(
            "another's, whatever the ttl",
            "ann",
            post("$yours", "extend"),
            "{'ttl':'long'}",
            403,
            "forbidden"),
        Row.refused(
            "the body comes before the conflict",
            "ann",
            post("$dying", "extend"),
            "{'ttl':'long'}",
            400,
            "invalid input: " + InstanceRows.TTL_SYNTAX),
        conflict("extend", "{'ttl':'48h'}"));
  }

  private static List<Row> ends() {
    return List.of(
        Row.of("", "ann", "DELETE /v1/instances/$mine", "", 202),
        Row.of("by an admin", "admin", "DELETE /v1/instances/$mine", "", 202),
        Row.of("again", "ann", "DELETE /v1/instances/$dying", "", 202),
        Row.refused("", "nobody", "DELETE /v1/instances/x", "", 401, "unauthorized"),
        Row.refused("", "ann", "DELETE /v1/instances/x", "", 400, "invalid input: bad id"),
        Row.refused("", "ann", "DELETE /v1/instances/$none", "", 404, "not found"),
        Row.refused("", "ann", "DELETE /v1/instances/$yours", "", 403, "forbidden"));
  }

  private static String post(String id, String verb) {
    return "POST /v1/instances/" + id + "/" + verb;
  }

  private static Row bad(String verb, String what, String body, String reason) {
    return Row.refused(what, "ann", post("$mine", verb), body, 400, "invalid input: " + reason);
  }

  private static Row conflict(String verb, String body) {
    return Row.refused("is being destroyed", "ann", post("$dying", verb), body, 409, "conflict");
  }

  private static String changed(String golden, int version, String ttl, int resets, String phase) {
    return CHANGED.formatted(golden, version, ttl, resets, phase);
  }

  private static String byAdmin(int resets) {
    return changed("shop", 2, "8h", resets, "Pending");
  }
}
