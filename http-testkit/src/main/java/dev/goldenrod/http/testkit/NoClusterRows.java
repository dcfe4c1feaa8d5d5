package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for an organization without a cluster. */
final class NoClusterRows {
  private static final String NO_CLUSTER = "org has no registered cluster";

  private NoClusterRows() {}

  static List<Row> rows() {
    return List.of(
        Row.refused(
            "", "ann", "POST /v1/instances", "{'golden':'shop','ttl':'8h'}", 409, NO_CLUSTER),
        Row.refused(
            "the body comes first",
            "ann",
            "POST /v1/instances",
            "{'golden':'$new','ttl':'8h'}",
            400,
            "invalid input: golden '$new' has no visible ready version"),
        Row.refused(
            "",
            "admin",
            "POST /v1/imports",
            "{'source_id':'$source','golden':'$new'}",
            409,
            NO_CLUSTER),
        Row.refused(
            "the source comes first",
            "admin",
            "POST /v1/imports",
            "{'source_id':'$none','golden':'$new'}",
            404,
            "not found"),
        Row.refused(
            "the other conflicts come after",
            "admin",
            "POST /v1/imports",
            "{'source_id':'$source','golden':'$mysqlLineage'}",
            409,
            NO_CLUSTER),
        Row.refused(
            "",
            "ann",
            "POST /v1/databases",
            "{'name':'$free','type':'postgresql','version':'15'}",
            409,
            NO_CLUSTER),
        Row.refused(
            "of a golden",
            "ann",
            "POST /v1/databases",
            "{'name':'$free','golden':'shop'}",
            409,
            NO_CLUSTER),
        Row.refused(
            "the body comes first",
            "ann",
            "POST /v1/databases",
            "{'name':'X','type':'postgresql','version':'15'}",
            400,
            "invalid input: name 'X' must be 1 to 63 characters of a-z 0-9 - beginning with a letter"),
        Row.refused("", "admin", "POST /v1/pools", "{'golden':'shop','target':1}", 409, NO_CLUSTER),
        Row.refused(
            "the golden comes first",
            "admin",
            "POST /v1/pools",
            "{'golden':'$new','target':1}",
            400,
            "invalid input"),
        engines());
  }

  private static Row engines() {
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
    return Row.of("", "ann", "GET /v1/engines", "", 200, "{'engines':" + entries + "}");
  }

  private static String none(String type, String version) {
    return ("{'type':'%s','version':'%s','cluster':'','available':false,'origin':'',"
            + "'message':'%s'}")
        .formatted(type, version, NO_CLUSTER);
  }
}
