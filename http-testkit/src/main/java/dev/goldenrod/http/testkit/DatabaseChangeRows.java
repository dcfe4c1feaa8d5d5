package dev.goldenrod.http.testkit;

import static dev.goldenrod.http.testkit.DatabaseRows.PUBLIC_CONNECTION;
import static dev.goldenrod.http.testkit.DatabaseRows.config;
import static dev.goldenrod.http.testkit.DatabaseRows.memory;
import static dev.goldenrod.http.testkit.DatabaseRows.shown;
import static dev.goldenrod.http.testkit.DatabaseRows.working;

import java.util.List;

/** Rows for changes of databases: resources, start, stop, image upgrade, and {@code ?wait=}. */
final class DatabaseChangeRows {
  private static final String STOPPED =
      "conflict: the image of database '$stoppedDb' was not upgraded: it is stopped; its image can be upgraded only while it is running";
  private static final String DYING = "conflict: database '$dyingDb' is being deleted";

  private DatabaseChangeRows() {}

  static List<Row> rows() {
    return List.of(
        updated(
            "more of all, told of what takes a restart",
            "$db",
            "{'config':{'memory':'1g','storage':'10g','cpu':2},'description':'big','colour':'blue'}",
            config("1g", "10g", "2"),
            "big",
            "after its next restart: memory 1g (now 512m) and cpu 2 (now 1)"),
        updated(
            "storage alone, which takes none",
            "$db",
            "{'config':{'storage':'50g'}}",
            config("512m", "50g", "1"),
            "",
            ""),
        updated("nothing", "$db", "{}", config("512m", "5g", "1"), "", ""),
        updated("null", "$db", "{'config':null}", config("512m", "5g", "1"), "", ""),
        Row.of(
            "of another, by an admin",
            "admin",
            "PATCH /v1/databases/$yourDb",
            "{}",
            200,
            shown("$yourDb", "running", "", PUBLIC_CONNECTION)),
        Row.of(
            "which protects it",
            "ann",
            "PATCH /v1/databases/$db",
            "{'protected':true}",
            200,
            shown("$db", "running", "", PUBLIC_CONNECTION)
                .replace("'protected':false", "'protected':true")),
        protectedFrom("DELETE /v1/databases/$guardedDb"),
        protectedFrom("DELETE /v1/databases/$guardedDb?force=true"),
        protectedFrom("DELETE /v1/databases/$guardedParent/branches"),
        refusedUpdate("", "$db", "{'protected':'yes'}", 400, "invalid input: bad body"),
        refusedUpdate("", "$yourDb", "{'protected':true}", 403, "forbidden"),
        refusedUpdate("", "$db", "", 400, "invalid input: bad body"),
        refusedUpdate("", "$db", "{'config':'1g'}", 400, "invalid input: bad body"),
        refusedUpdate("", "$db", "{'description':1}", 400, "invalid input: bad body"),
        refusedUpdate(
            "", "$db", "{'config':{'memory':'3g'}}", 400, "invalid input: " + memory("3g")),
        refusedUpdate(
            "less storage",
            "$db",
            "{'config':{'storage':'1g'}}",
            400,
            "invalid input: config.storage '1g' is less than the 5g of database '$db'; storage can only grow, so create a smaller database and copy the data"),
        refusedUpdate(
                "no space", "$db", "{'config':{'storage':'10g'}}", 409, "storage pool exhausted")
            .given(
                server -> server.dataPlane.exhaustStorage(true),
                server -> server.dataPlane.exhaustStorage(false)),
        refusedUpdate("", "$free", "{", 404, "not found"),
        refusedUpdate("", "$yourDb", "{", 403, "forbidden"),
        refusedUpdate("", "$dyingDb", "{}", 409, DYING),
        change("start", "$stoppedDb", 200, "starting"),
        change("start", "$db", 200, "running"),
        change("stop", "$db", 200, "stopping"),
        change("stop", "$stoppedDb", 200, "stopped"),
        change("restart", "$db", 200, "restarting"),
        change("restart", "$stoppedDb", 200, "restarting"),
        change("upgrade-image", "$db", 200, "running"),
        Row.of(
                "to another image",
                "ann",
                "POST /v1/databases/$db/upgrade-image",
                "{'reindex':true}",
                200,
                shown("$db", "restarting", "", PUBLIC_CONNECTION))
            .given(server -> server.dataPlane.configureImage(true), server -> {}),
        Row.refused(
                "which sorts otherwise",
                "ann",
                "POST /v1/databases/$db/upgrade-image",
                "{'reindex':false}",
                409,
                "conflict: the image of database '$db' was not upgraded: the image may sort text differently than the database's indexes: repeat the request with reindex")
            .given(server -> server.dataPlane.configureImage(true), server -> {}),
        Row.refused(
            "of text",
            "ann",
            "POST /v1/databases/$db/upgrade-image",
            "{'reindex':'yes'}",
            400,
            "invalid input: bad body"),
        refusedChange("upgrade-image", "$stoppedDb", 409, STOPPED),
        refusedChange("upgrade-image", "$db", 503, "data-plane agent offline")
            .given(server -> server.dataPlane.goOffline(), server -> server.dataPlane.comeOnline()),
        refusedChange("upgrade-image", "$free", 404, "not found"),
        refusedChange("upgrade-image", "$yourDb", 403, "forbidden"),
        refusedChange("start", "$free", 404, "not found"),
        refusedChange("stop", "$free", 404, "not found"),
        refusedChange("restart", "$free", 404, "not found"),
        refusedChange("start", "$yourDb", 403, "forbidden"),
        refusedChange("stop", "$yourDb", 403, "forbidden"),
        refusedChange("restart", "$yourDb", 403, "forbidden"),
        refusedChange("start", "$dyingDb", 409, DYING),
        refusedChange("stop", "$dyingDb", 409, DYING),
        refusedChange("restart", "$dyingDb", 409, DYING),
        Row.of(
            "at once",
            "ann",
            "POST /v1/databases?wait=0s",
            "{'name':'$free','type':'postgresql','version':'15'}",
            202,
            shown("$free", "provisioning", "", "null")),
        badWait("databases", "{'name':'$free','type':'postgresql','version':'15'}"),
        badWait("databases/$db/branches", "{'name':'$free'}"),
        badWait("databases/$db/snapshots", "{'name':'monday'}"),
        badWait("databases/$promotable/promote", ""),
        badWait("snapshots/$dbSnapshot/branches", "{'name':'$free'}"),
        Row.refused("", "ann", "POST /v1/databases/$yourDb/promote?wait=x", "", 403, "forbidden"),
        Row.refused(
            "", "ann", "POST /v1/databases/$yourDb/branches?wait=x", "{", 403, "forbidden"));
  }

  private static Row badWait(String path, String body) {
    return Row.refused(
        "before the change",
        "ann",
        "POST /v1/" + path + "?wait=x",
        body,
        400,
        "invalid input: bad wait");
  }

  private static Row change(String change, String name, int status, String expected) {
    return Row.of(
        "is then " + expected,
        "ann",
        "POST /v1/databases/" + name + "/" + change,
        "",
        status,
        shown(name, expected, "", PUBLIC_CONNECTION));
  }

  private static Row protectedFrom(String request) {
    return Row.of(
        "while it is protected",
        "ann",
        request,
        "",
        409,
        "{'error':'protected','details':[{'field':'','problem':'<text>'}]}");
  }

  private static Row updated(
      String what, String name, String body, String config, String description, String message) {
    return working(
        what,
        "PATCH /v1/databases/" + name,
        body,
        200,
        shown(name, "running", message, PUBLIC_CONNECTION)
            .replace(config("512m", "5g", "1"), config)
            .replace("'description':''", "'description':'" + description + "'"));
  }

  private static Row refusedUpdate(
      String what, String name, String body, int status, String error) {
    return Row.refused(what, "ann", "PATCH /v1/databases/" + name, body, status, error);
  }

  private static Row refusedChange(String change, String name, int status, String error) {
    String request = "POST /v1/databases/" + name + "/" + change;
    return Row.refused("", "ann", request, "", status, error);
  }
}
