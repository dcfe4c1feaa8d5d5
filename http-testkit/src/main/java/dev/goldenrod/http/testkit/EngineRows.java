package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for {@code /v1/engines}. */
final class EngineRows {
  private EngineRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of("", "ann", "GET /v1/engines", "", 200, "{'engines':'<list>'}"),
        Row.refused("", "nobody", "GET /v1/engines", "", 401, "unauthorized"));
  }

  /** Rows for an organization without a cluster. */
  static List<Row> withoutCluster() {
    String entries =
        List.of(
                none("postgresql", "12"),
                none("postgresql", "13"),
                none("postgresql", "14"),
                none("postgresql", "15"),
                none("postgresql", "16"),
                none("mysql", "5.7"),
                none("mysql", "8.0"),
                none("mysql", "8.1"),
                none("mongodb", "5.0"),
                none("mongodb", "6.0"),
                none("mongodb", "7.0"))
            .toString();
    return List.of(Row.of("", "ann", "GET /v1/engines", "", 200, "{'engines':" + entries + "}"));
  }

  private static String none(String type, String version) {
    return ("{'type':'%s','version':'%s','cluster':'','available':false,'origin':'',"
            + "'message':'org has no registered cluster'}")
        .formatted(type, version);
  }
}
