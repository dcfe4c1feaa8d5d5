package dev.goldenrod.http.testkit;

import java.time.Duration;
import java.util.List;

/** Rows for {@code /v1/instances}: launch and read. */
final class InstanceRows {
  /** Error text for a ttl that is no duration. */
  static final String TTL_SYNTAX = "ttl must be a duration such as 8h, 90m, 1h30m or 7d";

  static final String CREDENTIALS =
      "{'uri':'<text>','host':'<text>','port':'<int>','dbname':'<text>',"
          + "'username':'<text>','password':'<text>'}";

  private static final String LAUNCH = "POST /v1/instances";

  private InstanceRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of(
            "the latest version, small",
            "ann",
            LAUNCH,
            "{'golden':'shop','ttl':'168h'}",
            201,
            instance("<uuid>", "$ann", 2, "small", "168h", "Pending", "")),
        Row.of(
            "a version and a size; the ttl in canonical form",
            "ann",
            LAUNCH,
            "{'golden':'shop','ttl':'1d90m','version':1,'size':'large'}",
            201,
            instance("<uuid>", "$ann", 1, "large", "25h30m", "Pending", "")),
        Row.of(
            "version 0 is the latest",
            "ann",
            LAUNCH,
            "{'golden':'shop','ttl':'45s','version':0,'size':'medium'}",
            201,
            instance("<uuid>", "$ann", 2, "medium", "45s", "Pending", "")),
        Row.of(
            "a name",
            "ann",
            LAUNCH,
            "{'golden':'shop','ttl':'8h','name':'$free'}",
            201,
            instance("<uuid>", "'$free'", "$ann", 2, "small", "8h", "Pending", "")),
        Row.of(
            "another's name",
            "bob",
            LAUNCH,
            "{'golden':'shop','ttl':'8h','name':'$named'}",
            201,
            instance("<uuid>", "'$named'", "$bob", 2, "small", "8h", "Pending", "")),
        Row.of(
            "null is no name",
            "ann",
            LAUNCH,
            "{'golden':'shop','ttl':'8h','name':null}",
            201,
            instance("<uuid>", "$ann", 2, "small", "8h", "Pending", "")),
        Row.refused(
            "the name is taken",
            "ann",
            LAUNCH,
            "{'golden':'shop','ttl':'8h','name':'$named'}",
            409,
            "instance name already in use"),
        bad("name of a number", "{'golden':'shop','ttl':'8h','name':17}", "bad body"),
        bad("empty name", "{'golden':'shop','ttl':'8h','name':''}", badName("")),
        bad("name of a path", "{'golden':'shop','ttl':'8h','name':'../x'}", badName("../x")),
        bad("no body", "", "bad body"),
        bad("no JSON", "{'golden':", "bad body"),
        bad("no object", "'shop'", "bad body"),
        bad("more than one object", "{'golden':'shop','ttl':'8h'} {}", "bad body"),
        bad("no golden", "{'ttl':'8h'}", "bad body"),
        bad("no ttl", "{'golden':'shop'}", "bad body"),
        bad("golden of a number", "{'golden':1,'ttl':'8h'}", "bad body"),
        bad("ttl of a number", "{'golden':'shop','ttl':8}", "bad body"),
        bad("size of a number", "{'golden':'shop','ttl':'8h','size':1}", "bad body"),
        bad("version of text", "{'golden':'shop','ttl':'8h','version':'1'}", "bad body"),
        bad("version of a fraction", "{'golden':'shop','ttl':'8h','version':1.0}", "bad body"),
        bad("version beyond all", "{'golden':'shop','ttl':'8h','version':1e400}", "bad body"),
        bad("huge version", "{'golden':'shop','ttl':'8h','version':99999999999}", "bad body"),
        bad("same key twice", "{'golden':'shop','golden':'x','ttl':'8h'}", "bad body"),
        bad("NUL", "{'golden':'sh\\u0000op','ttl':'8h'}", "bad body"),
        bad("half a pair", "{'golden':'sh\\ud800op','ttl':'8h'}", "bad body"),
        bad("empty golden", "{'golden':'','ttl':'8h'}", "golden must not be empty"),
        bad(
            "size of none",
            "{'golden':'shop','ttl':'8h','size':'huge'}",
            "size must be small, medium or large"),
        bad("no duration", "{'golden':'shop','ttl':'8'}", TTL_SYNTAX),
        bad("fraction", "{'golden':'shop','ttl':'1.5h'}", TTL_SYNTAX),
        bad("sign", "{'golden':'shop','ttl':'-8h'}", TTL_SYNTAX),
        bad("wrong order", "{'golden':'shop','ttl':'30m8h'}", TTL_SYNTAX),
        bad("zero", "{'golden':'shop','ttl':'0s'}", "ttl must be positive, as in 8h or 90m"),
        bad("long", "{'golden':'shop','ttl':'8761h'}", "ttl must be at most 8760h"),
        bad("endless", "{'golden':'shop','ttl':'99999999999999999999h'}", TTL_SYNTAX),
        bad(
            "unknown version",
            "{'golden':'shop','ttl':'8h','version':99}",
            "golden 'shop' has no ready version 99"),
        bad(
            "negative version",
            "{'golden':'shop','ttl':'8h','version':-1}",
            "version must be a positive number, or 0"),
        bad(
            "unknown golden",
            "{'golden':'$new','ttl':'8h'}",
            "golden '$new' has no visible ready version"),
        bad(
            "hidden golden, as if it were unknown",
            "{'golden':'hidden','ttl':'8h'}",
            "golden 'hidden' has no visible ready version"),
        Row.refused("", "nobody", LAUNCH, "{", 401, "unauthorized"),
        Row.refused(
                "above a cap",
                "bob",
                LAUNCH,
                "{'golden':'shop','ttl':'8h'}",
                429,
                "instance quota exceeded")
            .given(QuotaRows::exhaust, QuotaRows::lift),
        Row.of("", "ann", "GET /v1/instances", "", 200, "{'instances':'<list>'}"),
        Row.of(
            "a page",
            "admin",
            "GET /v1/instances?limit=1",
            "",
            200,
            "{'instances':'<list>','next_cursor':'<text>'}"),
        Row.refused("", "ann", "GET /v1/instances?limit=1001", "", 400, "invalid input"),
        Row.refused("", "ann", "GET /v1/instances?cursor=x", "", 400, "invalid input"),
        Row.refused("", "ann", "GET /v1/instances?limit=1&name=$named", "", 400, "invalid input"),
        Row.of(
            "one's own of that name",
            "ann",
            "GET /v1/instances?name=$named",
            "",
            200,
            named("$named")),
        Row.of(
            "a member's of that name, by an admin",
            "admin",
            "GET /v1/instances?name=$named",
            "",
            200,
            named("$named")),
        noneNamed("another's", "$named"),
        noneNamed("of no instance", "$free"),
        noneNamed("no name at all", ""),
        noneNamed("NUL", "a%00"),
        Row.refused("", "nobody", "GET /v1/instances", "", 401, "unauthorized"),
        Row.of(
            "one's own",
            "ann",
            "GET /v1/instances/$mine",
            "",
            200,
            instance("$mine", "$ann", 2, "small", "8h", "Ready", "<text>")),
        Row.of(
            "another's, by an admin",
            "admin",
            "GET /v1/instances/$yours?wait=0s",
            "",
            200,
            instance("$yours", "$bob", 2, "small", "8h", "Ready", "<text>")),
        Row.of(
            "is as it is when the time is up",
            "ann",
            "GET /v1/instances/$pending?wait=1s",
            "",
            200,
            instance("$pending", "$ann", 2, "small", "8h", "Pending", "")),
        Row.refused("", "ann", "GET /v1/instances/x", "", 400, "invalid input: bad id"),
        Row.refused("", "ann", "GET /v1/instances/..%2f..%2fetc", "", 400, "invalid input: bad id"),
        Row.refused("", "ann", "GET /v1/instances/$none", "", 404, "not found"),
        Row.refused("", "ann", "GET /v1/instances/$yours", "", 403, "forbidden"),
        Row.refused("", "ann", "GET /v1/instances/$yours?wait=x", "", 403, "forbidden"),
        Row.refused(
            "", "ann", "GET /v1/instances/$mine?wait=x", "", 400, "invalid input: bad wait"),
        Row.refused("", "ann", "GET /v1/instances/$mine?wait=", "", 400, "invalid input: bad wait"),
        Row.of("the owner's", "ann", "GET /v1/instances/$mine/credentials", "", 200, CREDENTIALS),
        credentials("malformed", "ann", "x", 400, "invalid input: bad id"),
        credentials("another's", "ann", "$yours", 403, "forbidden"),
        credentials("another's, by an admin", "admin", "$yours", 403, "forbidden"),
        credentials("unknown", "ann", "$none", 404, "not found"),
        credentials("not Ready", "ann", "$pending", 404, "credentials not ready"),
        credentials("offline", "ann", "$mine", 503, "data-plane agent offline")
            .given(server -> server.dataPlane.goOffline(), server -> server.dataPlane.comeOnline()),
        credentials("without an answer", "ann", "$mine", 503, "data plane unreachable: no answer")
            .given(
                server -> server.dataPlane.lose("no answer"),
                server -> server.dataPlane.comeOnline()),
        credentials(
                "not to be told",
                "ann",
                "$mine",
                503,
                "credentials not available: the password is lost")
            .given(
                server -> server.dataPlane.refuseCredentials(id -> true, "the password is lost"),
                server -> server.dataPlane.tellCredentials()),
        credentials("slow", "ann", "$mine", 504, "credential request timed out")
            .given(
                server -> server.dataPlane.delayCredentials(Duration.ofMinutes(1)),
                server -> server.dataPlane.delayCredentials(Duration.ZERO)),
        Row.of(
            "the owner's, in place of the former",
            "ann",
            "POST /v1/instances/$mine/credentials/reset",
            "",
            200,
            CREDENTIALS),
        reset("malformed", "ann", "x", 400, "invalid input: bad id"),
        reset("another's", "ann", "$yours", 403, "forbidden"),
        reset("another's, by an admin", "admin", "$yours", 403, "forbidden"),
        reset("unknown", "ann", "$none", 404, "not found"),
        reset("no token", "nobody", "$mine", 401, "unauthorized"),
        reset(
            "not Ready",
            "ann",
            "$pending",
            409,
            "conflict: instance $pending is Pending; its credentials can be reset only while it is Ready"),
        reset("offline", "ann", "$mine", 503, "data-plane agent offline")
            .given(server -> server.dataPlane.goOffline(), server -> server.dataPlane.comeOnline()),
        reset("slow", "ann", "$mine", 504, "credential request timed out")
            .given(
                server -> server.dataPlane.delayCredentials(Duration.ofMinutes(1)),
                server -> server.dataPlane.delayCredentials(Duration.ZERO)));
  }

  private static Row reset(String what, String who, String id, int status, String error) {
    return Row.refused(
        what, who, "POST /v1/instances/" + id + "/credentials/reset", "", status, error);
  }

  private static Row bad(String what, String body, String reason) {
    return Row.refused(what, "ann", LAUNCH, body, 400, "invalid input: " + reason);
  }

  private static String badName(String name) {
    return "name '" + name + "' must be 1 to 63 characters of a-z 0-9 - beginning with a letter";
  }

  private static Row noneNamed(String what, String name) {
    return Row.of(what, "bob", "GET /v1/instances?name=" + name, "", 200, "{'instances':[]}");
  }

  private static String named(String name) {
    String one = instance("<uuid>", "'" + name + "'", "$ann", 2, "small", "8h", "Pending", "");
    return "{'instances':[" + one + "]}";
  }

  private static Row credentials(String what, String who, String id, int status, String error) {
    return Row.refused(what, who, "GET /v1/instances/" + id + "/credentials", "", status, error);
  }

  /** Returns the expected view of an instance without a name that was never reset. */
  static String instance(
      String id,
      String owner,
      int version,
      String size,
      String ttl,
      String phase,
      String endpoint) {
    return instance(id, "null", owner, version, size, ttl, phase, endpoint);
  }

  private static String instance(
      String id,
      String name,
      String owner,
      int version,
      String size,
      String ttl,
      String phase,
      String endpoint) {
    return "{'id':'%s','name':%s,'owner_user':'%s','golden':'shop','golden_version':%d,'masking':null,"
            .formatted(id, name, owner, version)
        + "'cluster':'<text>',"
        + "'namespace':'<text>','size':'%s','ttl':'%s','reset_generation':0,".formatted(size, ttl)
        + "'desired_state':'present','phase':'%s','endpoint':'%s',".formatted(phase, endpoint)
        + "'message':'','created_at':'<time>','expires_at':'<time>'}";
  }
}
