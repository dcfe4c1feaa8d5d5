package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for {@code /v1/clusters} and {@code /v1/engines}. */
final class ClusterRows {
  private static final String CREATE = "POST /v1/clusters";
  private static final String BAD = "invalid input";

  private ClusterRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of(
            "",
            "admin",
            CREATE,
            "{'name':'$new'}",
            201,
            "{'id':'<uuid>','name':'$new','kind':'agent','status':'offline',"
                + "'agent_token':'<secret>','created_at':'<time>'}"),
        Row.refused("name is taken", "admin", CREATE, "{'name':'$agentName'}", 409, "conflict"),
        bad("no body", ""),
        bad("no name", "{}"),
        bad("empty name", "{'name':''}"),
        bad("name of a path", "{'name':'../x'}"),
        bad("number for a name", "{'name':1}"),
        Row.of("", "admin", "POST /v1/clusters/$agent/token", "", 200, "{'token':'<secret>'}"),
        Row.refused("", "admin", "POST /v1/clusters/x/token", "", 400, BAD),
        Row.refused("", "admin", "POST /v1/clusters/$none/token", "", 404, "not found"),
        Row.refused(
            "is the server's own",
            "admin",
            "POST /v1/clusters/$embedded/token",
            "",
            409,
            "conflict"),
        Row.of("", "admin", "GET /v1/clusters", "", 200, "{'clusters':'<list>'}"),
        Row.of(
            "never dialled in",
            "admin",
            "GET /v1/clusters/$agent",
            "",
            200,
            "{'id':'$agent','name':'<text>','kind':'agent','status':'offline',"
                + "'last_seen_at':null,'data_plane':null,'version':null,'storage':null,"
                + "'message':'','created_at':'<time>'}"),
        Row.of(
            "is away",
            "admin",
            "GET /v1/clusters/$awayAgent",
            "",
            200,
            "{'id':'$awayAgent','name':'<text>','kind':'agent','status':'offline',"
                + "'last_seen_at':null,'data_plane':'kubernetes','version':'0.1.0',"
                + "'storage':null,"
                + "'message':'','created_at':'<time>'}"),
        Row.of(
            "is the server's own",
            "admin",
            "GET /v1/clusters/$embedded",
            "",
            200,
            "{'id':'$embedded','name':'<text>','kind':'embedded','status':'online',"
                + "'last_seen_at':'<time>','data_plane':null,'version':'<text>',"
                + "'storage':{'used_bytes':107374182400,'free_bytes':992137445376},"
                + "'message':'','created_at':'<time>'}"),
        Row.refused("", "admin", "GET /v1/clusters/x", "", 400, BAD),
        Row.refused("", "admin", "GET /v1/clusters/$none", "", 404, "not found"),
        Row.of("", "admin", "DELETE /v1/clusters/$agent", "", 204),
        Row.refused("", "admin", "DELETE /v1/clusters/x", "", 400, BAD),
        Row.refused("", "admin", "DELETE /v1/clusters/$none", "", 404, "not found"),
        Row.refused(
            "is the server's own", "admin", "DELETE /v1/clusters/$embedded", "", 409, "conflict"),
        Row.of(
            "is in use",
            "admin",
            "DELETE /v1/clusters/$busyAgent",
            "",
            409,
            "{'error':'cluster still has instances',"
                + "'children':[{'id':'<uuid>','owner':'$admin','phase':'Pending'}]}"));
  }

  static List<Row> engines() {
    return List.of(
        Row.of("", "ann", "GET /v1/engines", "", 200, "{'engines':'<list>'}"),
        Row.refused("", "nobody", "GET /v1/engines", "", 401, "unauthorized"));
  }

  private static Row bad(String what, String body) {
    return Row.refused(what, "admin", CREATE, body, 400, BAD);
  }
}
