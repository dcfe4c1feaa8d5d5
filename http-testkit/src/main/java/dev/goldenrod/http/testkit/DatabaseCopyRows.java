package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for databases that are created from a golden. */
final class DatabaseCopyRows {
  private static final String CREATE = "POST /v1/databases";
  private static final String BOTH =
      " cannot be combined with golden, whose data determines it; give either golden, or type and version";

  private DatabaseCopyRows() {}

  static List<Row> rows() {
    return List.of(
        working("the latest version", "{'name':'$free','golden':'shop'}", "512m", 2),
        working(
            "a version, a config and a cluster",
            "{'name':'$free','golden':'shop','golden_version':1,'type':null,'version':null,"
                + "'config':{'memory':'1g'},'cluster':''}",
            "1g",
            1),
        DatabaseRows.working(
            "an empty one, as clients ask for it that say what is the default",
            CREATE,
            "{'name':'$free','type':'postgresql','version':'15','golden':null,'golden_version':0}",
            201,
            DatabaseRows.running(
                "$free", "postgresql", "15", DatabaseRows.config("512m", "5g", "1"))),
        bad("no name", "{'golden':'shop'}", "bad body"),
        bad("golden of a number", "{'name':'x','golden':1}", "bad body"),
        bad(
            "golden_version of text",
            "{'name':'x','golden':'shop','golden_version':'1'}",
            "bad body"),
        bad("both ways", "{'name':'x','golden':'shop','type':'postgresql'}", "type" + BOTH),
        bad("both ways", "{'name':'x','golden':'shop','version':'15'}", "version" + BOTH),
        bad(
            "a version of nothing",
            "{'name':'x','type':'postgresql','version':'15','golden_version':1}",
            "golden_version requires golden"),
        bad(
            "a version below all",
            "{'name':'x','golden':'shop','golden_version':-1}",
            "golden_version must not be negative"),
        bad("no golden", none("none"), "golden 'none' has no visible ready version"),
        bad("a hidden golden", none("hidden"), "golden 'hidden' has no visible ready version"),
        bad(
            "no such version",
            "{'name':'x','golden':'shop','golden_version':9}",
            "golden 'shop' has no ready version 9"),
        bad(
            "a name that none can have",
            "{'name':'../x','golden':'shop'}",
            "name '../x' must be 1 to 63 characters of a-z 0-9 - beginning with a letter"),
        Row.refused(
            "",
            "ann",
            CREATE,
            "{'name':'$db','golden':'shop'}",
            409,
            "database name already in use"));
  }

  private static Row working(String what, String body, String memory, int version) {
    String expected =
        DatabaseRows.running("$free", "postgresql", "17", DatabaseRows.config(memory, "5g", "1"))
            .replace(
                "'golden':null,'golden_version':null",
                "'golden':'shop','golden_version':" + version);
    return DatabaseRows.working(what, CREATE, body, 201, expected);
  }

  private static Row bad(String what, String body, String reason) {
    return Row.refused(what, "ann", CREATE, body, 400, "invalid input: " + reason);
  }

  private static String none(String golden) {
    return "{'name':'x','golden':'%s'}".formatted(golden);
  }
}
