package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for {@code /v1/sources}. */
final class SourceRows {
  private static final String CREATE = "POST /v1/sources";
  private static final String BAD = "invalid input";

  private SourceRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of(
            "",
            "admin",
            CREATE,
            "{'kind':'rds','config':{'host':'db','port':5432,'dbname':'shop','note':[1,null,{}]},"
                + "'scoped_creds_ref':'prod.creds'}",
            201,
            "{'id':'<uuid>','kind':'rds','status':'registered'}"),
        Row.of(
            "no secret",
            "admin",
            CREATE,
            "{'kind':'s3','config':{}}",
            201,
            "{'id':'<uuid>','kind':'s3','status':'registered'}"),
        bad("no body", ""),
        bad("no JSON", "{'kind':'rds','config':{}"),
        bad("no kind", "{'config':{}}"),
        bad("kind of neither", "{'kind':'mysql','config':{}}"),
        bad("no config", "{'kind':'rds'}"),
        bad("null config", "{'kind':'rds','config':null}"),
        bad("config of text", "{'kind':'rds','config':'host=db'}"),
        bad("config of a list", "{'kind':'rds','config':[]}"),
        bad("password", "{'kind':'rds','config':{'host':'db','password':'x'}}"),
        bad("secret inside", "{'kind':'rds','config':{'options':{'api_token':'x'}}}"),
        bad("number for a host", "{'kind':'rds','config':{'host':1}}"),
        bad("text for a port", "{'kind':'rds','config':{'port':'5432'}}"),
        bad("number no store can keep", "{'kind':'rds','config':{'note':1e400}}"),
        bad("number for a secret", "{'kind':'rds','config':{},'scoped_creds_ref':1}"),
        bad("path for a secret", "{'kind':'rds','config':{},'scoped_creds_ref':'../x'}"),
        bad("folder for a secret", "{'kind':'rds','config':{},'scoped_creds_ref':'..'}"),
        bad("two lines for a database", "{'kind':'rds','config':{'dbname':'a\\nhost=b'}}"),
        bad("a blank at a name's end", "{'kind':'rds','config':{'username':'a '}}"),
        Row.refused("the role comes before the body", "ann", CREATE, "{", 403, "forbidden"),
        Row.refused("", "nobody", CREATE, "{", 401, "unauthorized"),
        Row.of("for all", "ann", "GET /v1/sources", "", 200, "{'sources':'<list>'}"),
        Row.refused("", "nobody", "GET /v1/sources", "", 401, "unauthorized"),
        Row.of(
            "",
            "admin",
            "POST /v1/sources/$source/check",
            "",
            200,
            "{'version':'17.2','size_bytes':3221225472,'tables':12,'warnings':'<list>'}"),
        Row.refused(
                "cannot be reached",
                "admin",
                "POST /v1/sources/$source/check",
                "",
                409,
                "conflict: source db:5432/shop cannot be reached: connection refused")
            .given(
                server ->
                    server.dataPlane.failSourceChecks(
                        "source db:5432/shop cannot be reached: connection refused"),
                server -> server.dataPlane.failSourceChecks("")),
        Row.refused(
            "cannot be imported",
            "admin",
            "POST /v1/sources/$s3/check",
            "",
            409,
            "conflict: sources of kind 's3' cannot be imported"),
        Row.refused("has no host", "admin", "POST /v1/sources/$hostless/check", "", 400, BAD),
        Row.refused("", "admin", "POST /v1/sources/$none/check", "", 404, "not found"),
        Row.refused("", "admin", "POST /v1/sources/x/check", "", 400, BAD),
        Row.refused("", "ann", "POST /v1/sources/$source/check", "", 403, "forbidden"),
        Row.of("", "admin", "DELETE /v1/sources/$source", "", 204),
        Row.refused("", "admin", "DELETE /v1/sources/x", "", 400, BAD),
        Row.refused("", "ann", "DELETE /v1/sources/x", "", 403, "forbidden"),
        Row.refused("", "admin", "DELETE /v1/sources/$none", "", 404, "not found"),
        Row.refused(
            "is being imported",
            "admin",
            "DELETE /v1/sources/$busy",
            "",
            409,
            "source has active import jobs: $busyJob"));
  }

  private static Row bad(String what, String body) {
    return Row.refused(what, "admin", CREATE, body, 400, BAD);
  }
}
