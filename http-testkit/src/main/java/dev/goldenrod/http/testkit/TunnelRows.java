package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for tunnel requests that are not WebSocket upgrades. */
final class TunnelRows {
  private static final String UPGRADE =
      "upgrade required: a tunnel is a WebSocket, requested with 'Upgrade: websocket'";
  private static final String DATABASE = "GET /v1/databases/$%s/tunnel";
  private static final String INSTANCE = "GET /v1/instances/%s/tunnel";

  private TunnelRows() {}

  static List<Row> rows() {
    return List.of(
        database("ann", "db", 426, UPGRADE),
        Row.refused("", "bob", "GET /api/v1/databases/$yourDb/tunnel", "", 426, UPGRADE),
        database("ann", "yourDb", 403, "forbidden"),
        database("admin", "db", 403, "forbidden"),
        database("ann", "free", 404, "not found"),
        database(
            "ann",
            "stoppedDb",
            409,
            "conflict: database '$stoppedDb' is stopped; tunnels can be opened only to running databases"),
        database(
            "ann",
            "unmadeDb",
            404,
            "tunnel not ready: database '$unmadeDb' is provisioning; wait until it is running"),
        instance("ann", "$mine", 426, UPGRADE),
        instance("ann", "$yours", 403, "forbidden"),
        instance("admin", "$mine", 403, "forbidden"),
        instance("ann", "x", 400, "invalid input: bad id"),
        instance("ann", "$none", 404, "not found"),
        instance(
            "ann",
            "$pending",
            404,
            "tunnel not ready: instance $pending is Pending; wait until it is Ready"));
  }

  private static Row database(String who, String fixture, int status, String error) {
    return Row.refused("", who, DATABASE.formatted(fixture), "", status, error);
  }

  private static Row instance(String who, String id, int status, String error) {
    return Row.refused("", who, INSTANCE.formatted(id), "", status, error);
  }
}
