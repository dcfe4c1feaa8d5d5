package dev.goldenrod.http.testkit;

import java.time.Duration;
import java.util.List;

/** Rows for {@code /v1/databases}, also below {@code /api}. */
final class DatabaseRows {
  private static final String CREATE = "POST /v1/databases";
  private static final String TYPES = "must be one of postgresql, mysql, mongodb";

  private DatabaseRows() {}

  private static Row refusedReset(String who, String name, int status, String error) {
    return Row.refused(
        "", who, "POST /v1/databases/" + name + "/credentials/reset", "", status, error);
  }

  static List<Row> rows() {
    return List.of(
        working(
            "runs, with its owner's password",
            CREATE,
            "{'name':'$free','type':'postgresql','version':'15'}",
            201,
            running("$free", "postgresql", "15", config("512m", "5g", "1"))),
        working(
            "all options, a number for cpu, and a field that is unknown",
            CREATE,
            "{'name':'$free','type':'mysql','version':'8.0','colour':'blue',"
                + "'config':{'memory':'1g','storage':'10g','cpu':0.5}}",
            201,
            running("$free", "mysql", "8.0", config("1g", "10g", "0.5"))),
        working(
            "no config is the default one, below /api as well",
            "POST /api/v1/databases",
            "{'name':'$free','type':'mongodb','version':'7.0','config':null}",
            201,
            running("$free", "mongodb", "7.0", config("512m", "5g", "1"))),
        Row.of(
                "cannot be made",
                "ann",
                CREATE,
                "{'name':'$free','type':'postgresql','version':'15'}",
                202,
                shown("$free", "failed", "the disk is broken", "null"))
            .given(
                server -> {
                  server.dataPlane.failNextDatabase("the disk is broken");
                  server.keepWorking();
                },
                TestServer::stopWorking),
        bad("no body", "", "bad body"),
        bad("no object", "['shop']", "bad body"),
        bad("no name", "{'type':'postgresql','version':'15'}", "bad body"),
        bad("no type", "{'name':'x','version':'15'}", "bad body"),
        bad("no version", "{'name':'x','type':'postgresql'}", "bad body"),
        bad("version of a number", "{'name':'x','type':'postgresql','version':15}", "bad body"),
        bad(
            "config of text",
            "{'name':'x','type':'postgresql','version':'15','config':'1g'}",
            "bad body"),
        bad(
            "memory of an object",
            "{'name':'x','type':'postgresql','version':'15','config':{'memory':{}}}",
            "bad body"),
        bad(
            "name of a path",
            "{'name':'../x','type':'postgresql','version':'15'}",
            "name '../x' must be 1 to 63 characters of a-z 0-9 - beginning with a letter"),
        bad("unknown type", "{'name':'x','type':'oracle','version':'1'}", "type 'oracle' " + TYPES),
        bad(
            "unknown version",
            "{'name':'x','type':'mysql','version':'9.9'}",
            "version '9.9' of mysql is not available: this cluster has 5.7, 8.0, 8.1"),
        bad(
            "version of a path",
            "{'name':'x','type':'mysql','version':'../8.0'}",
            "version '../8.0' must be 1 to 32 characters of A-Z a-z 0-9 . - beginning with a letter or digit; GET /v1/engines lists the versions"),
        bad("memory", option("'memory':'3g'"), memory("3g")),
        bad("empty memory", option("'memory':''"), memory("")),
        bad(
            "storage",
            option("'storage':5"),
            "config.storage '5' must be one of 1g, 5g, 10g, 25g, 50g"),
        bad("cpu", option("'cpu':'3'"), "config.cpu '3' must be one of 0.5, 1, 2, 4"),
        bad(
            "a cpu beyond all numbers",
            option("'cpu':1e999999999"),
            "config.cpu 'Infinity' must be one of 0.5, 1, 2, 4"),
        bad("memory beyond all numbers", option("'memory':-1e999999999"), memory("-Infinity")),
        bad(
            "storage of a long number",
            option("'storage':1e-999999999"),
            "config.storage '0' must be one of 1g, 5g, 10g, 25g, 50g"),
        Row.refused("the token comes first", "nobody", CREATE, "{", 401, "unauthorized"),
        Row.refused(
            "the name is taken",
            "bob",
            CREATE,
            "{'name':'$db','type':'postgresql','version':'15'}",
            409,
            "database name already in use"),
        Row.refused(
                "no space",
                "ann",
                CREATE,
                "{'name':'$free','type':'postgresql','version':'15'}",
                409,
                "storage pool exhausted")
            .given(
                server -> server.dataPlane.exhaustStorage(true),
                server -> server.dataPlane.exhaustStorage(false)),
        Row.of("", "ann", "GET /v1/databases", "", 200, "{'databases':'<list>'}"),
        Row.of(
            "a page",
            "ann",
            "GET /v1/databases?limit=1",
            "",
            200,
            "{'databases':'<list>','next_cursor':'<text>'}"),
        Row.refused("", "ann", "GET /v1/databases?limit=0", "", 400, "invalid input"),
        Row.refused("", "ann", "GET /v1/databases?cursor=x", "", 400, "invalid input"),
        Row.of("", "ann", "GET /api/v1/databases", "", 200, "{'databases':'<list>'}"),
        Row.of(
            "one's own, with its password",
            "ann",
            "GET /v1/databases/$db?wait=1s",
            "",
            200,
            running("$db", "postgresql", "15", config("512m", "5g", "1"))),
        Row.of(
            "another's, by an admin, without its password",
            "admin",
            "GET /api/v1/databases/$yourDb",
            "",
            200,
            shown("$yourDb", "running", "", PUBLIC_CONNECTION)),
        Row.of(
            "was never running",
            "ann",
            "GET /v1/databases/$unmadeDb?wait=0s",
            "",
            200,
            shown("$unmadeDb", "provisioning", "", "null")),
        Row.of(
                "the data plane is offline",
                "ann",
                "GET /v1/databases/$db",
                "",
                200,
                shown(
                    "$db",
                    "running",
                    "data-plane agent offline",
                    "{'host':'<text>','port':'<int>'}"))
            .given(server -> server.dataPlane.goOffline(), server -> server.dataPlane.comeOnline()),
        Row.of(
                "the password is lost",
                "ann",
                "GET /v1/databases/$db",
                "",
                200,
                shown("$db", "running", "the password is lost", "{'host':'<text>','port':'<int>'}"))
            .given(
                server -> server.dataPlane.refuseCredentials(id -> true, "the password is lost"),
                server -> server.dataPlane.tellCredentials()),
        Row.refused("", "ann", "GET /v1/databases/$free", "", 404, "not found"),
        Row.refused("no name at all", "ann", "GET /v1/databases/..%2fx", "", 404, "not found"),
        Row.refused("", "ann", "GET /v1/databases/$yourDb", "", 403, "forbidden"),
        Row.refused("", "ann", "GET /v1/databases/$yourDb?wait=x", "", 403, "forbidden"),
        Row.refused("", "ann", "GET /v1/databases/$db?wait=x", "", 400, "invalid input: bad wait"),
        Row.of(
            "the owner's",
            "ann",
            "POST /v1/databases/$db/credentials/reset",
            "",
            200,
            InstanceRows.CREDENTIALS),
        Row.of(
            "the owner's, below /api as well",
            "ann",
            "POST /api/v1/databases/$db/credentials/reset",
            "",
            200,
            InstanceRows.CREDENTIALS),
        refusedReset("ann", "$yourDb", 403, "forbidden"),
        refusedReset("admin", "$yourDb", 403, "forbidden"),
        refusedReset("ann", "$free", 404, "not found"),
        refusedReset("nobody", "$db", 401, "unauthorized"),
        refusedReset(
            "ann",
            "$stoppedDb",
            409,
            "conflict: database '$stoppedDb' is stopped; its credentials can be reset only while it is running"),
        refusedReset("ann", "$db", 503, "data-plane agent offline")
            .given(server -> server.dataPlane.goOffline(), server -> server.dataPlane.comeOnline()),
        refusedReset("ann", "$db", 504, "credential request timed out")
            .given(
                server -> server.dataPlane.delayCredentials(Duration.ofMinutes(1)),
                server -> server.dataPlane.delayCredentials(Duration.ZERO)),
        Row.of("", "ann", "DELETE /v1/databases/$db", "", 202),
        Row.of("again", "ann", "DELETE /v1/databases/$dyingDb", "", 202),
        Row.of("by an admin", "admin", "DELETE /v1/databases/$yourDb", "", 202),
        Row.of(
            "has branches",
            "ann",
            "DELETE /v1/databases/$branchedDb",
            "",
            409,
            "{'error':'database has branches',"
                + "'children':[{'id':'<uuid>','name':'$branch','owner':'$ann','phase':'running'}]}"),
        Row.of(
            "its branches live on", "ann", "DELETE /v1/databases/$branchedDb?force=true", "", 202),
        Row.refused("", "ann", "DELETE /v1/databases/$free", "", 404, "not found"),
        Row.refused("", "ann", "DELETE /v1/databases/$yourDb", "", 403, "forbidden"));
  }

  static final String PUBLIC_CONNECTION =
      "{'host':'<text>','port':'<int>','database':'<text>','username':'<text>'}";

  /** Rows for a server whose database quota is zero. */
  static List<Row> capped() {
    return List.of(
        Row.refused(
            "",
            "ann",
            CREATE,
            "{'name':'$free','type':'postgresql','version':'15'}",
            429,
            "database quota exceeded"),
        Row.refused(
            "",
            "ann",
            "POST /v1/databases/$madeDb/branches",
            "{'name':'$free'}",
            429,
            "database quota exceeded"),
        Row.refused(
            "",
            "ann",
            "POST /v1/deleted/$madeDeletedDb/restore",
            "",
            429,
            "database quota exceeded"),
        Row.refused(
            "",
            "ann",
            "POST /v1/snapshots/$madeDbSnapshot/branches",
            "{'name':'$free'}",
            429,
            "database quota exceeded"),
        Row.refused(
            "",
            "ann",
            "POST /v1/databases/$madeDb/snapshots",
            "{'name':'monday'}",
            429,
            "snapshot quota exceeded"));
  }

  /** Creates a row for the owner ann, during which the reconciliation loop runs. */
  static Row working(String what, String request, String body, int status, String expected) {
    return Row.of(what, "ann", request, body, status, expected)
        .given(TestServer::keepWorking, TestServer::stopWorking);
  }

  private static Row bad(String what, String body, String reason) {
    return Row.refused(what, "ann", CREATE, body, 400, "invalid input: " + reason);
  }

  private static String option(String option) {
    return "{'name':'x','type':'postgresql','version':'15','config':{" + option + "}}";
  }

  static String memory(String given) {
    return "config.memory '" + given + "' must be one of 256m, 512m, 1g, 2g, 4g";
  }

  static String config(String memory, String storage, String cpu) {
    return "{'memory':'%s','storage':'%s','cpu':'%s'}".formatted(memory, storage, cpu);
  }

  static String running(String name, String type, String version, String config) {
    return "{'id':'<uuid>','name':'%s','type':'%s','version':'%s','status':'running','config':%s,"
            .formatted(name, type, version, config)
        + "'cluster':'<text>','parent':null,'snapshot_id':null,'golden':null,'golden_version':null,'masking':null,'description':'','message':'','protected':false,'snapshot_schedule':null,'connection':"
        + OWN_CONNECTION
        + ",'url':'<text>','created_at':'<time>'}";
  }

  static final String OWN_CONNECTION =
      "{'host':'<text>','port':'<int>','database':'<text>','username':'<text>',"
          + "'password':'<text>'}";

  /** Returns the expected view of a PostgreSQL database without options and secrets. */
  static String shown(String name, String status, String message, String connection) {
    return "{'id':'<uuid>','name':'%s','type':'postgresql','version':'15','status':'%s',"
            .formatted(name, status)
        + "'config':%s,'cluster':'<text>','parent':null,'snapshot_id':null,'golden':null,'golden_version':null,'masking':null,'description':'','message':'%s',"
            .formatted(config("512m", "5g", "1"), message)
        + "'protected':false,'snapshot_schedule':null,'connection':%s,'created_at':'<time>'}"
            .formatted(connection);
  }
}
