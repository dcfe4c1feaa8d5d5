package dev.goldenrod.http;

import java.util.List;

/** What everybody may ask, and what nobody gets. */
final class ServiceRows {
  private ServiceRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of(
            "is well",
            "nobody",
            "GET /health",
            "",
            200,
            "{'status':'ok','version':'1.2.3','clusters':{'online':'<int>','offline':'<int>'}}"),
        Row.refused("has lost its store", "nobody", "GET /health", "", 503, "store unreachable")
            .given(server -> server.store.reachable(false), server -> server.store.reachable(true)),
        Row.of("lives", "nobody", "GET /livez", "", 200, "{'status':'ok'}"),
        Row.of("lives without its store", "nobody", "GET /livez", "", 200, "{'status':'ok'}")
            .given(server -> server.store.reachable(false), server -> server.store.reachable(true)),
        Row.of("is ready", "nobody", "GET /readyz", "", 200, "{'status':'ok'}"),
        Row.of(
            "is ready, at length",
            "nobody",
            "GET /readyz?verbose",
            "",
            200,
            "{'status':'ok','checks':[{'name':'server','status':'ok','message':''},"
                + "{'name':'store','status':'ok','message':''},"
                + "{'name':'cluster','status':'ok','message':''},"
                + "{'name':'work','status':'ok','message':''}]}"),
        Row.refused("has lost its store", "nobody", "GET /readyz", "", 503, "store unreachable")
            .given(server -> server.store.reachable(false), server -> server.store.reachable(true)),
        Row.of(
                "has lost its store, at length",
                "nobody",
                "GET /readyz?verbose",
                "",
                503,
                "{'error':'store unreachable','checks':[{'name':'server','status':'ok','message':''},"
                    + "{'name':'store','status':'failed','message':'store unreachable'},"
                    + "{'name':'cluster','status':'ok','message':''},"
                    + "{'name':'work','status':'ok','message':''}]}")
            .given(server -> server.store.reachable(false), server -> server.store.reachable(true)),
        Row.refused("is under no prefix", "nobody", "GET /v1/health", "", 404, "not found"),
        Row.of("is public", "nobody", "GET /openapi.json", "", 200, "'<object>'"),
        Row.of(
            "is public",
            "nobody",
            "GET /v1/clientconfig",
            "",
            200,
            "{'agent_image':'agent:1','operator_image':'operator:1','router_image':'router:1',"
                + "'cli':{'min_version':'v0.3.0','latest_version':'v0.4.1','install_url':''}}"),
        Row.refused("unknown, without a token", "nobody", "GET /v1/nothing", "", 404, "not found"),
        Row.refused("unknown, with a token", "admin", "GET /v1/nothing", "", 404, "not found"),
        Row.refused("unknown, and upwards", "admin", "GET /v1/a/../x", "", 404, "not found"),
        Row.refused(
            "is known by another method",
            "admin",
            "PUT /v1/instances",
            "{}",
            405,
            "method not allowed"),
        Row.refused(
            "is known by another method, without a token",
            "nobody",
            "DELETE /v1/snapshots/versions/x",
            "",
            404,
            "not found"),
        Row.refused(
            "an id is in the way of a method",
            "nobody",
            "PATCH /v1/imports/$none",
            "",
            405,
            "method not allowed"),
        Row.of(
                "what nobody foresaw is an incident",
                "admin",
                "GET /v1/instances",
                "",
                500,
                "{'error':'internal error','incident':'<uuid>'}")
            .given(server -> server.store.broken(true), server -> server.store.broken(false)));
  }
}
