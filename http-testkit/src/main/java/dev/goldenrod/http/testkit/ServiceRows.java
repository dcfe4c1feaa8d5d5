package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for routes without authentication and for unknown routes. */
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
        Row.of("lives", "nobody", "GET /livez", "", 200, "{'status':'ok'}"),
        Row.of("is ready", "nobody", "GET /readyz", "", 200, "{'status':'ok'}"),
        Row.of(
            "is ready, at length",
            "nobody",
            "GET /readyz?verbose",
            "",
            200,
            "{'status':'ok','checks':[{'name':'server','status':'ok','message':'','age_seconds':'<int>'},"
                + "{'name':'store','status':'ok','message':'','age_seconds':'<int>'},"
                + "{'name':'migrations','status':'ok','message':'','age_seconds':'<int>'},"
                + "{'name':'data_planes','status':'ok','message':'','age_seconds':'<int>'},"
                + "{'name':'disk','status':'ok','message':'','age_seconds':'<int>'},"
                + "{'name':'loop','status':'ok','message':'','age_seconds':'<int>'}]}"),
        // After the readiness rows: readiness is checked twice a second, also while the store is
        // unavailable.
        Row.refused("has lost its store", "nobody", "GET /health", "", 503, "store unreachable")
            .given(server -> server.store.reachable(false), server -> server.store.reachable(true)),
        Row.of("lives without its store", "nobody", "GET /livez", "", 200, "{'status':'ok'}")
            .given(server -> server.store.reachable(false), server -> server.store.reachable(true)),
        Row.refused("has lost its store", "nobody", "GET /readyz", "", 503, "store unreachable")
            .given(ServiceRows::loseStore, ServiceRows::findStore),
        Row.of(
                "has lost its store, at length",
                "nobody",
                "GET /readyz?verbose",
                "",
                503,
                "{'error':'store unreachable','checks':[{'name':'server','status':'ok','message':'','age_seconds':'<int>'},"
                    + "{'name':'store','status':'failed','message':'store unreachable','age_seconds':'<int>'},"
                    + "{'name':'migrations','status':'ok','message':'','age_seconds':'<int>'},"
                    + "{'name':'data_planes','status':'ok','message':'','age_seconds':'<int>'},"
                    + "{'name':'disk','status':'ok','message':'','age_seconds':'<int>'},"
                    + "{'name':'loop','status':'ok','message':'','age_seconds':'<int>'}]}")
            .given(ServiceRows::loseStore, ServiceRows::findStore),
        Row.of("are told to admins", "admin", "GET /metrics", "", 200, "metrics:up 1"),
        Row.refused("are told to nobody", "nobody", "GET /metrics", "", 401, "unauthorized"),
        Row.refused("are told to admins alone", "ann", "GET /metrics", "", 403, "forbidden"),
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
        Row.of("is public", "nobody", "GET /v1/ca.pem", "", 200, "pem:-----BEGIN CERTIFICATE-----")
            .given(
                server -> server.api.tellAuthorities(() -> "-----BEGIN CERTIFICATE-----\n"),
                server -> server.api.tellAuthorities(() -> "")),
        Row.refused("has no authorities", "nobody", "GET /v1/ca.pem", "", 404, "not found"),
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

  private static void loseStore(TestServer server) {
    server.store.reachable(false);
    server.awaitReady(false);
  }

  private static void findStore(TestServer server) {
    server.store.reachable(true);
    server.awaitReady(true);
  }
}
