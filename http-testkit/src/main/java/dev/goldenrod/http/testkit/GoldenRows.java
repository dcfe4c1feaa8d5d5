package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for {@code /v1/snapshots}. */
final class GoldenRows {
  private static final String REGISTER = "POST /v1/snapshots/versions";
  private static final String BAD = "invalid input";

  private GoldenRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of(
            "the first version of a name",
            "admin",
            REGISTER,
            "{'name':'$new','substrate':'postgres','vsc_handle':'h'}",
            201,
            "{'snapshot_id':'<uuid>','version':1}"),
        Row.of(
            "the next version of a name",
            "admin",
            REGISTER,
            "{'name':'$lineage','substrate':'postgres','vsc_handle':'h'}",
            201,
            "{'snapshot_id':'<uuid>','version':2}"),
        Row.of(
            "all fields, and one that is unknown",
            "admin",
            REGISTER,
            "{'name':'$new','substrate':'mongodb','source_ref':'prod','vsc_handle':'h',"
                + "'size_bytes':9007199254740993,'colour':['blue',1e400]}",
            201,
            "{'snapshot_id':'<uuid>','version':1}"),
        Row.of(
            "a null is a field that is not there",
            "admin",
            REGISTER,
            "{'name':'$new','substrate':'mysql','vsc_handle':'h','source_ref':null,"
                + "'size_bytes':null}",
            201,
            "{'snapshot_id':'<uuid>','version':1}"),
        badVersion("no body", ""),
        badVersion("no JSON", "name=shop"),
        badVersion("no object", "['shop']"),
        badVersion("no name", "{'substrate':'postgres','vsc_handle':'h'}"),
        badVersion("empty name", "{'name':'','substrate':'postgres','vsc_handle':'h'}"),
        badVersion("bad name", "{'name':'Shop','substrate':'postgres','vsc_handle':'h'}"),
        badVersion("name of a path", "{'name':'../x','substrate':'postgres','vsc_handle':'h'}"),
        badVersion("no substrate", "{'name':'$new','vsc_handle':'h'}"),
        badVersion("bad substrate", "{'name':'$new','substrate':'oracle','vsc_handle':'h'}"),
        badVersion("no handle", "{'name':'$new','substrate':'postgres'}"),
        badVersion("empty handle", "{'name':'$new','substrate':'postgres','vsc_handle':''}"),
        badVersion(
            "handle of two lines", "{'name':'$new','substrate':'postgres','vsc_handle':'a\\nb'}"),
        badVersion("number for a name", "{'name':1,'substrate':'postgres','vsc_handle':'h'}"),
        badVersion("fraction for a size", sized("1.5")),
        badVersion("text for a size", sized("'1'")),
        badVersion("size beyond every number", sized("1e400")),
        badVersion("size beyond 64 bits", sized("9223372036854775808")),
        badVersion("negative size", sized("-1")),
        Row.refused("the role comes before the body", "ann", REGISTER, "{", 403, "forbidden"),
        Row.refused(
            "the substrate is another one",
            "admin",
            REGISTER,
            "{'name':'$mysqlLineage','substrate':'postgres','vsc_handle':'h'}",
            409,
            "conflict"),
        Row.of("for all", "ann", "GET /v1/snapshots", "", 200, "{'snapshots':'<list>'}"),
        Row.of(
            "a page",
            "admin",
            "GET /v1/snapshots?limit=1",
            "",
            200,
            "{'snapshots':'<list>','next_cursor':'<text>'}"),
        Row.refused("", "ann", "GET /v1/snapshots?limit=0", "", 400, BAD),
        Row.refused("", "ann", "GET /v1/snapshots?cursor=x", "", 400, BAD),
        Row.refused("no token", "nobody", "GET /v1/snapshots", "", 401, "unauthorized"),
        Row.refused("unknown token", "stranger", "GET /v1/snapshots", "", 401, "unauthorized"),
        Row.refused("expired token", "expired", "GET /v1/snapshots", "", 401, "unauthorized"),
        Row.refused("disabled member", "disabled", "GET /v1/snapshots", "", 401, "unauthorized"),
        Row.of(
            "a shared golden's versions are for all",
            "ann",
            "GET /v1/snapshots/$shop/versions",
            "",
            200,
            "{'versions':["
                + "{'version':1,'status':'ready','source_ref':'nightly','size_bytes':7,'cluster':null,'masking':null,"
                + "'created_at':'<time>'},"
                + "{'version':2,'status':'ready','source_ref':'nightly','size_bytes':7,'cluster':null,'masking':null,"
                + "'created_at':'<time>'}]}"),
        Row.of(
            "an admin sees all",
            "admin",
            "GET /v1/snapshots/$hidden/versions",
            "",
            200,
            "{'versions':[{'version':1,'status':'ready','source_ref':'nightly','size_bytes':7,'cluster':null,'masking':null,"
                + "'created_at':'<time>'}]}"),
        Row.refused(
            "is not there for a member",
            "ann",
            "GET /v1/snapshots/$hidden/versions",
            "",
            404,
            "not found"),
        Row.refused("", "ann", "GET /v1/snapshots/$none/versions", "", 404, "not found"),
        Row.refused("", "ann", "GET /v1/snapshots/x/versions", "", 400, BAD),
        share("shares", "$golden", "{'shared':true}", 204, ""),
        share("unshares", "$golden", "{'shared':false}", 204, ""),
        share("no body", "$golden", "", 400, BAD),
        share("missing", "$golden", "{}", 400, BAD),
        share("null", "$golden", "{'shared':null}", 400, BAD),
        share("text", "$golden", "{'shared':'true'}", 400, BAD),
        share("the id comes before the body", "1-1-1-1-1", "{", 400, BAD),
        share("the path's 404 comes before the body", "$none", "{", 404, "not found"),
        Row.refused(
            "the role comes before the id",
            "ann",
            "POST /v1/snapshots/x/share",
            "{",
            403,
            "forbidden"),
        Row.of(
            "is shown as protected",
            "admin",
            "PATCH /v1/snapshots/$golden",
            "{'protected':true}",
            200,
            "{'id':'$golden','name':'<text>','substrate':'postgres','share_scope':'<text>',"
                + "'latest_version':'<int>','protected':true,'require_masking':false,'created_at':'<time>'}"),
        protect("no body", "$golden", "", 400, BAD),
        protect("missing", "$golden", "{}", 400, BAD),
        protect("text", "$golden", "{'protected':'true'}", 400, BAD),
        protect("the path's 404 comes before the body", "$none", "{", 404, "not found"),
        protect("the id comes before the body", "x", "{", 400, BAD),
        Row.refused("by a member", "ann", "PATCH /v1/snapshots/$golden", "{}", 403, "forbidden"),
        protectedFrom("DELETE /v1/snapshots/$guarded"),
        protectedFrom("DELETE /v1/snapshots/$guarded?force=true"),
        Row.of("", "admin", "DELETE /v1/snapshots/$golden", "", 202),
        Row.of(
            "has live clones",
            "admin",
            "DELETE /v1/snapshots/$parent",
            "",
            409,
            "{'error':'golden has live child instances; re-run with --force',"
                + "'children':[{'id':'<uuid>','owner':'$admin','phase':'Ready'}]}"),
        Row.of(
            "only true is force",
            "admin",
            "DELETE /v1/snapshots/$parent?force=TRUE",
            "",
            409,
            "{'error':'golden has live child instances; re-run with --force',"
                + "'children':[{'id':'<uuid>','owner':'$admin','phase':'Ready'}]}"),
        Row.of("takes the clones", "admin", "DELETE /v1/snapshots/$parent?force=true", "", 202),
        referenced("was built by an import", "DELETE /v1/snapshots/$built"),
        referenced("was built by an import", "DELETE /v1/snapshots/$built?force=true"),
        referenced("is pinned by a pool", "DELETE /v1/snapshots/$pooled"),
        referenced("is pinned by a pool", "DELETE /v1/snapshots/$pooled?force=true"),
        Row.of("a failed import is no bar", "admin", "DELETE /v1/snapshots/$unbuilt", "", 202),
        Row.refused("", "admin", "DELETE /v1/snapshots/x", "", 400, BAD),
        Row.refused("", "admin", "DELETE /v1/snapshots/$none", "", 404, "not found"),
        Row.refused("by a member", "ann", "DELETE /v1/snapshots/x", "", 400, BAD),
        Row.refused("by a member", "ann", "DELETE /v1/snapshots/$none", "", 403, "forbidden"),
        Row.refused("by a member", "ann", "DELETE /v1/snapshots/$shop", "", 403, "forbidden"));
  }

  private static Row badVersion(String what, String body) {
    return Row.refused(what, "admin", REGISTER, body, 400, BAD);
  }

  private static String sized(String size) {
    return "{'name':'$new','substrate':'postgres','vsc_handle':'h','size_bytes':" + size + "}";
  }

  private static Row share(String what, String id, String body, int status, String error) {
    String request = "POST /v1/snapshots/" + id + "/share";
    return error.isEmpty()
        ? Row.of(what, "admin", request, body, status)
        : Row.refused(what, "admin", request, body, status, error);
  }

  private static Row protect(String what, String id, String body, int status, String error) {
    return Row.refused(what, "admin", "PATCH /v1/snapshots/" + id, body, status, error);
  }

  private static Row protectedFrom(String request) {
    return Row.of(
        "while it is protected",
        "admin",
        request,
        "",
        409,
        "{'error':'protected','details':[{'field':'','problem':'<text>'}]}");
  }

  private static Row referenced(String what, String request) {
    return Row.refused(
        what,
        "admin",
        request,
        "",
        409,
        "golden is still referenced by an import record or clone pool");
  }
}
