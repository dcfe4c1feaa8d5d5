package dev.goldenrod.http.testkit;

import java.util.List;
import java.util.stream.Stream;

/** Rows for {@code /v1/pools}. */
final class PoolRows {
  private static final String CREATE = "POST /v1/pools";
  private static final String BAD = "invalid input";

  private PoolRows() {}

  static List<Row> rows() {
    return Stream.of(creations(), reads(), changes()).flatMap(List::stream).toList();
  }

  private static List<Row> creations() {
    return List.of(
        Row.of(
            "follows the latest version, small",
            "admin",
            CREATE,
            "{'golden':'$lineage','target':1}",
            201,
            pool("<uuid>", "$lineage", "small", 1, 0)),
        Row.of(
            "a version and a size",
            "admin",
            CREATE,
            "{'golden':'$lineage','version':1,'size':'large','target':100}",
            201,
            pool("<uuid>", "$lineage", "large", 100, 0)),
        bad("no body", ""),
        bad("no golden", "{'target':1}"),
        bad("unknown golden", "{'golden':'$new','target':1}"),
        bad("unknown version", "{'golden':'shop','version':99,'target':1}"),
        bad("negative version", "{'golden':'shop','version':-1,'target':1}"),
        bad("size of none", "{'golden':'shop','size':'huge','target':1}"),
        bad("no target", "{'golden':'shop'}"),
        bad("no clone", "{'golden':'shop','target':0}"),
        bad("too many clones", "{'golden':'shop','target':101}"),
        bad("text for a target", "{'golden':'shop','target':'1'}"),
        bad("target beyond 32 bits", "{'golden':'shop','target':4294967297}"));
  }

  private static List<Row> reads() {
    return List.of(
        Row.of("", "admin", "GET /v1/pools", "", 200, "{'pools':'<list>'}"),
        Row.of("is full", "admin", "GET /v1/pools/$warm", "", 200, pool("$warm", "small", 2, 2)),
        Row.refused("", "admin", "GET /v1/pools/x", "", 400, BAD),
        Row.refused("", "admin", "GET /v1/pools/$none", "", 404, "not found"),
        Row.of(
            "a warm clone is ready in the launch's own answer, under its name",
            "admin",
            "POST /v1/instances",
            "{'golden':'$warmGolden','ttl':'8h','name':'$free'}",
            201,
            "{'id':'<uuid>','name':'$free','owner_user':'$admin','golden':'$warmGolden','golden_version':1,'masking':null,'cluster':'<text>',"
                + "'namespace':'<text>','size':'small','ttl':'8h','reset_generation':0,"
                + "'desired_state':'present','phase':'Ready','endpoint':'<text>','message':'',"
                + "'created_at':'<time>','expires_at':'<time>'}"));
  }

  private static List<Row> changes() {
    return List.of(
        change("", "$pool", "{'target':100}", pool("$pool", "small", 100, 0)),
        change("drains", "$pool", "{'target':0}", pool("$pool", "small", 0, 0)),
        badChange("no body", "$pool", ""),
        badChange("no target", "$pool", "{}"),
        badChange("too many clones", "$pool", "{'target':101}"),
        badChange("negative", "$pool", "{'target':-1}"),
        badChange("the id comes before the body", "x", "{"),
        missing("{'target':1}"),
        missing("{"),
        missing("{'target':101}"),
        Row.of("", "admin", "DELETE /v1/pools/$pool", "", 204),
        Row.of("takes the clones", "admin", "DELETE /v1/pools/$warm", "", 204),
        Row.refused("", "admin", "DELETE /v1/pools/x", "", 400, BAD),
        Row.refused("", "admin", "DELETE /v1/pools/$none", "", 404, "not found"));
  }

  private static String pool(String id, String size, int target, int ready) {
    return pool(id, "<text>", size, target, ready);
  }

  static String pool(String id, String golden, String size, int target, int ready) {
    return "{'id':'%s','golden':'%s','golden_version':1,'cluster':%s,'size':'%s','target':%d,'ready':%d,'message':'',"
            .formatted(id, golden, ready > 0 ? "'<text>'" : "null", size, target, ready)
        + "'created_at':'<time>'}";
  }

  private static Row bad(String what, String body) {
    return Row.refused(what, "admin", CREATE, body, 400, BAD);
  }

  private static Row change(String what, String id, String body, String expected) {
    return Row.of(what, "admin", "PATCH /v1/pools/" + id, body, 200, expected);
  }

  private static Row badChange(String what, String id, String body) {
    return Row.refused(what, "admin", "PATCH /v1/pools/" + id, body, 400, BAD);
  }

  private static Row missing(String body) {
    return Row.refused(body, "admin", "PATCH /v1/pools/$none", body, 404, "not found");
  }
}
