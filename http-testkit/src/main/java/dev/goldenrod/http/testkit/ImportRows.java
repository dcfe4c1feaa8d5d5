package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for {@code /v1/imports}. */
final class ImportRows {
  private static final String START = "POST /v1/imports";
  private static final String CANCEL = "POST /v1/imports/%s/cancel";
  private static final String BAD = "invalid input";

  private ImportRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of(
            "",
            "admin",
            START,
            "{'source_id':'$source','golden':'$new'}",
            202,
            "{'id':'<uuid>','source_id':'$source','golden':'$new','version':1,'phase':'Pending',"
                + "'message':'','size_bytes':0,'pg_major':0,'masking_version':null,'created_at':'<time>',"
                + "'finished_at':null,'cluster':'<text>','progress':null,'warnings':[]}"),
        Row.of(
            "the major version is given",
            "admin",
            START,
            "{'source_id':'$source','golden':'$lineage','pg_major':17}",
            202,
            "{'id':'<uuid>','source_id':'$source','golden':'$lineage','version':2,"
                + "'phase':'Pending','message':'','size_bytes':0,'pg_major':17,'masking_version':null,"
                + "'created_at':'<time>','finished_at':null,'cluster':'<text>','progress':null,'warnings':[]}"),
        bad("no body", "", BAD),
        bad("no object", "null", BAD),
        bad("no source", "{'golden':'$new'}", BAD),
        bad("null source", "{'source_id':null,'golden':'$new'}", BAD),
        bad("source of text", "{'source_id':'x','golden':'$new'}", "bad source_id"),
        bad("source of a number", "{'source_id':7,'golden':'$new'}", "bad source_id"),
        bad("source of an object", "{'source_id':{},'golden':'$new'}", "bad source_id"),
        bad("empty source", "{'source_id':'','golden':'$new'}", "bad source_id"),
        bad("no golden", "{'source_id':'$source'}", BAD),
        bad("empty golden", "{'source_id':'$source','golden':''}", BAD),
        bad("major of text", "{'source_id':'$source','golden':'$new','pg_major':'17'}", BAD),
        bad("old major", "{'source_id':'$source','golden':'$new','pg_major':12}", BAD),
        bad("the body comes before the source", "{'source_id':'$none','golden':''}", BAD),
        bad("not importable", "{'source_id':'$s3','golden':'$new'}", BAD),
        bad("source without a host", "{'source_id':'$hostless','golden':'$new'}", BAD),
        bad("source without a database", "{'source_id':'$dbless','golden':'$new'}", BAD),
        bad("source without a secret", "{'source_id':'$secretless','golden':'$new'}", BAD),
        Row.refused("the role comes before the body", "ann", START, "{", 403, "forbidden"),
        Row.refused("", "nobody", START, "{", 401, "unauthorized"),
        Row.refused(
            "unknown source",
            "admin",
            START,
            "{'source_id':'$none','golden':'$new'}",
            404,
            "not found"),
        conflict("the golden is of another substrate", "$mysqlLineage"),
        conflict("an import of the golden is running", "$runningGolden"),
        Row.of("", "admin", "GET /v1/imports", "", 200, "{'imports':'<list>'}"),
        Row.of(
            "a page",
            "admin",
            "GET /v1/imports?limit=1000&before=$job",
            "",
            200,
            "{'imports':'<list>','next_cursor':null}"),
        Row.refused("is not there", "admin", "GET /v1/imports?before=$none", "", 400, BAD),
        Row.refused("", "admin", "GET /v1/imports?cursor=x", "", 400, BAD),
        Row.refused("", "admin", "GET /v1/imports?limit=0", "", 400, BAD),
        Row.refused("", "admin", "GET /v1/imports?limit=1001", "", 400, BAD),
        Row.refused("", "admin", "GET /v1/imports?limit=x", "", 400, BAD),
        Row.refused("", "admin", "GET /v1/imports?before=x", "", 400, BAD),
        Row.refused("", "ann", "GET /v1/imports", "", 403, "forbidden"),
        Row.refused("", "nobody", "GET /v1/imports", "", 401, "unauthorized"),
        Row.of(
            "has succeeded",
            "admin",
            "GET /v1/imports/$job",
            "",
            200,
            "{'id':'$job','source_id':'<uuid>','golden':'<text>','version':1,"
                + "'phase':'Succeeded','message':'','size_bytes':'<int>','pg_major':17,'masking_version':null,"
                + "'created_at':'<time>','finished_at':'<time>','cluster':'<text>','progress':null,'warnings':[]}"),
        Row.of(
            "has failed",
            "admin",
            "GET /v1/imports/$failedJob?wait=5s",
            "",
            200,
            "{'id':'$failedJob','source_id':'<uuid>','golden':'<text>','version':1,"
                + "'phase':'Failed','message':'the source is down','size_bytes':0,"
                + "'pg_major':0,'masking_version':null,'created_at':'<time>','finished_at':'<time>','cluster':'<text>','progress':null,"
                + "'warnings':[]}"),
        Row.refused("", "admin", "GET /v1/imports/x", "", 400, BAD),
        Row.refused("", "admin", "GET /v1/imports/$job?wait=soon", "", 400, BAD),
        Row.refused("", "ann", "GET /v1/imports/x", "", 403, "forbidden"),
        Row.refused("", "admin", "GET /v1/imports/$none", "", 404, "not found"),
        Row.refused("", "admin", "GET /v1/imports/$none?wait=soon", "", 404, "not found"),
        Row.refused("", "admin", "GET /v1/imports/$none?wait=1s", "", 404, "not found"),
        Row.of(
            "is running",
            "admin",
            CANCEL.formatted("$running"),
            "",
            202,
            "{'id':'$running','source_id':'<uuid>','golden':'<text>','version':1,"
                + "'phase':'<text>','message':'being cancelled by admin@localhost','size_bytes':0,"
                + "'pg_major':'<int>','masking_version':null,'created_at':'<time>','finished_at':null,'cluster':'<text>','progress':null,"
                + "'warnings':[]}"),
        Row.refused("has succeeded", "admin", CANCEL.formatted("$job"), "", 409, "conflict"),
        Row.refused("has failed", "admin", CANCEL.formatted("$failedJob"), "", 409, "conflict"),
        Row.refused("", "admin", CANCEL.formatted("x"), "", 400, BAD),
        Row.refused("", "ann", CANCEL.formatted("x"), "", 403, "forbidden"),
        Row.refused("", "nobody", CANCEL.formatted("x"), "", 401, "unauthorized"),
        Row.refused("", "admin", CANCEL.formatted("$none"), "", 404, "not found"),
        Row.of("", "admin", "DELETE /v1/imports/$job", "", 204),
        Row.of("", "admin", "DELETE /v1/imports/$failedJob", "", 204),
        Row.refused("", "admin", "DELETE /v1/imports/x", "", 400, BAD),
        Row.refused("", "ann", "DELETE /v1/imports/x", "", 403, "forbidden"),
        Row.refused("", "admin", "DELETE /v1/imports/$none", "", 404, "not found"),
        Row.refused("", "admin", "DELETE /v1/imports/$running", "", 409, "conflict"));
  }

  private static Row bad(String what, String body, String error) {
    return Row.refused(what, "admin", START, body, 400, error);
  }

  private static Row conflict(String what, String golden) {
    String body = "{'source_id':'$source','golden':'" + golden + "'}";
    return Row.refused(what, "admin", START, body, 409, "conflict");
  }
}
