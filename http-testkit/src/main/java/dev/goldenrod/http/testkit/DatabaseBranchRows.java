package dev.goldenrod.http.testkit;

import static dev.goldenrod.http.testkit.DatabaseRows.working;

import java.util.List;

/** Rows for branches and snapshots of databases. */
final class DatabaseBranchRows {
  private static final String SCHEDULED = "/v1/databases/$scheduledDb/snapshot-schedule";
  private static final String SCHEDULE = "/v1/databases/$snapshotDb/snapshot-schedule";
  private static final String NIGHTLY =
      "{'cron':'0 3 * * *','keep':7,'next_at':'<time>','message':''}";

  private static final String NAME = "{'name':'$free'}";
  private static final String BAD_NAME =
      "invalid input: name 'Try' must be 1 to 63 characters of a-z 0-9 - beginning with a letter";

  private DatabaseBranchRows() {}

  static List<Row> rows() {
    return List.of(
        working(
            "of a running database",
            "POST /v1/databases/$db/branches",
            "{'name':'$free','description':'to try'}",
            201,
            branch("$free", "'$db'", "null", "to try", "running", OWN)),
        working(
            "of a stopped one",
            "POST /api/v1/databases/$stoppedDb/branches",
            NAME,
            201,
            branch("$free", "'$stoppedDb'", "null", "", "running", OWN)),
        Row.of(
                "cannot be made",
                "ann",
                "POST /v1/databases/$db/branches",
                NAME,
                202,
                branch("$free", "'$db'", "null", "", "failed", NO_CONNECTION)
                    .replace("'message':''", "'message':'the disk is broken'"))
            .given(
                server -> {
                  server.dataPlane.failNextDatabase("the disk is broken");
                  server.keepWorking();
                },
                TestServer::stopWorking),
        Row.of(
                "an admin gets no password of the owner's",
                "admin",
                "POST /v1/databases/$db/branches",
                NAME,
                201,
                branch("$free", "'$db'", "null", "", "running", PUBLIC))
            .given(TestServer::keepWorking, TestServer::stopWorking),
        post("ann", "databases/$db/branches", "", 400, "invalid input: bad body"),
        post("ann", "databases/$db/branches", "{}", 400, "invalid input: bad body"),
        post("ann", "databases/$db/branches", "{'name':'Try'}", 400, BAD_NAME),
        post("ann", "databases/$db/branches", tooLong(), 400, TOO_LONG),
        post("ann", "databases/$free/branches", "{", 404, "not found"),
        post("ann", "databases/$yourDb/branches", "{", 403, "forbidden"),
        post(
            "ann",
            "databases/$db/branches",
            "{'name':'$yourDb'}",
            409,
            "database name already in use"),
        post(
            "ann",
            "databases/$unmadeDb/branches",
            NAME,
            409,
            "conflict: database '$unmadeDb' has never run; wait until it is running"),
        post(
            "ann",
            "databases/$dyingDb/branches",
            NAME,
            409,
            "conflict: database '$dyingDb' is being deleted"),
        Row.of(
            "",
            "ann",
            "GET /v1/databases/$branchedDb/branches",
            "",
            200,
            "{'branches':["
                + branch("$branch", "'$branchedDb'", "null", "to try", "running", PUBLIC)
                + "]}"),
        Row.refused("", "ann", "GET /v1/databases/$free/branches", "", 404, "not found"),
        Row.refused("", "ann", "GET /v1/databases/$yourDb/branches", "", 403, "forbidden"),
        Row.of("", "ann", "DELETE /v1/databases/$branchedDb/branches", "", 202),
        Row.of("there are none", "ann", "DELETE /v1/databases/$db/branches", "", 202),
        Row.refused("", "ann", "DELETE /v1/databases/$free/branches", "", 404, "not found"),
        Row.refused("", "ann", "DELETE /v1/databases/$yourDb/branches", "", 403, "forbidden"),
        working(
            "is there at once",
            "POST /v1/databases/$db/snapshots",
            "{'name':'monday','description':'before the sale'}",
            201,
            snapshot("'<uuid>'", "$db", "before the sale")),
        working(
            "of a stopped database",
            "POST /v1/databases/$stoppedDb/snapshots",
            "{'name':'monday'}",
            201,
            snapshot("'<uuid>'", "$stoppedDb", "")),
        working(
            "takes its parent's place",
            "POST /v1/databases/$promotable/promote",
            "",
            200,
            branch("$main", "null", "null", "to try", "running", OWN)),
        working(
            "of a branch of a branch",
            "POST /api/v1/databases/$grandchild/promote",
            "",
            200,
            branch("$main", "'<text>'", "null", "to try", "running", OWN)),
        post("ann", "databases/$db/promote", "", 409, "database is not a branch"),
        post("ann", "databases/$free/promote", "", 404, "not found"),
        post("ann", "databases/$yourDb/promote", "", 403, "forbidden"),
        Row.of("", "ann", "GET /v1/databases/$writtenDb/schema", "", 200, "sql:CREATE TABLE x"),
        Row.refused("", "ann", "GET /v1/databases/$free/schema", "", 404, "not found"),
        Row.refused("", "ann", "GET /api/v1/databases/$yourDb/schema", "", 403, "forbidden"),
        Row.refused(
            "",
            "ann",
            "GET /v1/databases/$stoppedDb/schema",
            "",
            409,
            "conflict: database '$stoppedDb' is stopped; its schema can be read only while it is running"),
        Row.of(
            "",
            "ann",
            "GET /v1/databases/$promotable/schema-changes",
            "",
            200,
            "sql:-- The schemas are the same."),
        Row.refused(
            "", "ann", "GET /v1/databases/$db/schema-changes", "", 409, "database is not a branch"),
        Row.refused("", "ann", "GET /v1/databases/$free/schema-changes", "", 404, "not found"),
        Row.refused(
            "", "ann", "GET /api/v1/databases/$yourDb/schema-changes", "", 403, "forbidden"),
        post("ann", "databases/$db/snapshots", "", 400, "invalid input: bad body"),
        post(
            "ann",
            "databases/$db/snapshots",
            "{'name':' '}",
            400,
            "invalid input: name ' ' must have 1 to 255 characters, not only spaces"),
        post("ann", "databases/$free/snapshots", "{", 404, "not found"),
        post("ann", "databases/$yourDb/snapshots", "{", 403, "forbidden"),
        post(
            "ann",
            "databases/$unmadeDb/snapshots",
            NAME,
            409,
            "conflict: database '$unmadeDb' has never run; wait until it is running"),
        Row.of(
            "",
            "ann",
            "GET /v1/databases/$snapshotDb/snapshots",
            "",
            200,
            "{'snapshots':["
                + snapshot("'$takenSnapshot'", "$snapshotDb", "before the sale")
                + "]}"),
        Row.of(
            "a page",
            "ann",
            "GET /v1/databases/$snapshotDb/snapshots?limit=1000",
            "",
            200,
            "{'snapshots':'<list>','next_cursor':null}"),
        Row.refused(
            "",
            "ann",
            "GET /v1/databases/$snapshotDb/snapshots?cursor=x",
            "",
            400,
            "invalid input"),
        Row.refused("", "ann", "GET /v1/databases/$free/snapshots?limit=0", "", 404, "not found"),
        Row.refused("", "ann", "GET /v1/databases/$free/snapshots", "", 404, "not found"),
        Row.refused("", "ann", "GET /v1/databases/$yourDb/snapshots", "", 403, "forbidden"),
        Row.of("", "ann", "PUT " + SCHEDULE, "{'cron':'0 3 * * *','keep':7}", 200, NIGHTLY),
        Row.of(
            "shown with the database",
            "ann",
            "GET /v1/databases/$scheduledDb",
            "",
            200,
            branch("<text>", "null", "null", "", "running", OWN)
                .replace(
                    "'snapshot_schedule':null",
                    "'snapshot_schedule':{'cron':'0 3 * * *','keep':7}")),
        Row.of("", "ann", "GET " + SCHEDULED, "", 200, NIGHTLY),
        Row.of(
            "in its place",
            "ann",
            "PUT " + SCHEDULED,
            "{'cron':'0 3 * * *','keep':7}",
            200,
            NIGHTLY),
        Row.of("", "ann", "DELETE " + SCHEDULED, "", 204),
        Row.refused("none", "ann", "GET " + SCHEDULE, "", 404, "not found"),
        Row.refused("none", "ann", "DELETE " + SCHEDULE, "", 404, "not found"),
        Row.refused(
            "",
            "ann",
            "PUT /v1/databases/$dyingDb/snapshot-schedule",
            "{'cron':'0 3 * * *','keep':7}",
            409,
            "conflict: database '$dyingDb' is being deleted"),
        Row.refused("", "ann", "PUT " + SCHEDULE, "{", 400, "invalid input: bad body"),
        Row.refused(
            "no time",
            "ann",
            "PUT " + SCHEDULE,
            "{'cron':'0 3 * *','keep':7}",
            400,
            "invalid input: cron '0 3 * *' must have five fields: minute hour day month weekday, as in 0 3 * * *"),
        Row.refused(
            "none are kept",
            "ann",
            "PUT " + SCHEDULE,
            "{'cron':'0 3 * * *','keep':0}",
            400,
            "invalid input: keep 0 must be 1 to 1000"),
        Row.refused("", "ann", "PUT /v1/databases/$free/snapshot-schedule", "{", 404, "not found"),
        Row.refused(
            "", "ann", "PUT /v1/databases/$yourDb/snapshot-schedule", "{", 403, "forbidden"),
        Row.refused("", "ann", "GET /v1/databases/$yourDb/snapshot-schedule", "", 403, "forbidden"),
        Row.refused(
            "", "ann", "DELETE /v1/databases/$yourDb/snapshot-schedule", "", 403, "forbidden"),
        working(
            "of a snapshot",
            "POST /v1/snapshots/$dbSnapshot/branches",
            NAME,
            201,
            branch("$free", "'<text>'", "'$dbSnapshot'", "", "running", OWN)),
        Row.of(
                "cannot be made",
                "ann",
                "POST /api/v1/snapshots/$dbSnapshot/branches",
                NAME,
                202,
                branch("$free", "'<text>'", "'$dbSnapshot'", "", "failed", NO_CONNECTION)
                    .replace("'message':''", "'message':'the disk is broken'"))
            .given(
                server -> {
                  server.dataPlane.failNextDatabase("the disk is broken");
                  server.keepWorking();
                },
                TestServer::stopWorking),
        post("ann", "snapshots/x/branches", "{", 400, "invalid input: bad id"),
        post("ann", "snapshots/$dbSnapshot/branches", "{", 400, "invalid input: bad body"),
        post("ann", "snapshots/$none/branches", "{", 404, "not found"),
        post("ann", "snapshots/$shop/branches", NAME, 404, "not found"),
        post("ann", "snapshots/$yourDbSnapshot/branches", "{", 403, "forbidden"),
        post(
            "ann",
            "snapshots/$dbSnapshot/branches",
            "{'name':'$db'}",
            409,
            "database name already in use"),
        Row.of("a database's", "ann", "DELETE /v1/snapshots/$dbSnapshot", "", 202),
        Row.of("a database's", "ann", "DELETE /api/v1/snapshots/$dbSnapshot", "", 202),
        Row.of("a database's, by an admin", "admin", "DELETE /v1/snapshots/$dbSnapshot", "", 202),
        Row.refused(
            "another's", "ann", "DELETE /v1/snapshots/$yourDbSnapshot", "", 403, "forbidden"),
        Row.refused("of the other document", "ann", "GET /api/v1/snapshots", "", 404, "not found"));
  }

  static final String OWN = DatabaseRows.OWN_CONNECTION + ",'url':'<text>'";
  private static final String PUBLIC =
      "{'host':'<text>','port':'<int>','database':'<text>','username':'<text>'}";
  private static final String NO_CONNECTION = "null";
  private static final String TOO_LONG =
      "invalid input: description has 4097 characters; the maximum is 4096";

  private static String tooLong() {
    return "{'name':'x','description':'" + "a".repeat(4097) + "'}";
  }

  private static Row post(String who, String path, String body, int status, String error) {
    return Row.refused("", who, "POST /v1/" + path, body, status, error);
  }

  static String branch(
      String name,
      String parent,
      String snapshot,
      String description,
      String status,
      String connection) {
    return "{'id':'<uuid>','name':'%s','type':'postgresql','version':'15','status':'%s',"
            .formatted(name, status)
        + "'config':{'memory':'512m','storage':'5g','cpu':'1'},'cluster':'<text>','parent':%s,'snapshot_id':%s,'golden':null,'golden_version':null,'masking':null,"
            .formatted(parent, snapshot)
        + "'description':'%s','message':'','protected':false,'snapshot_schedule':null,'connection':%s,'created_at':'<time>'}"
            .formatted(description, connection);
  }

  private static String snapshot(String id, String database, String description) {
    return "{'id':%s,'name':'monday','description':'%s','database':'%s','cluster':'<text>','status':'ready',"
            .formatted(id, description, database)
        + "'message':'','size_bytes':'<int>','created_at':'<time>'}";
  }
}
