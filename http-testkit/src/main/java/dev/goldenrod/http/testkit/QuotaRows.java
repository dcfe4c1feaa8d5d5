package dev.goldenrod.http.testkit;

import dev.goldenrod.control.Quotas;
import java.util.List;

/** Rows for {@code /v1/org/quota}, and changes of the quota for rows of other endpoints. */
final class QuotaRows {
  private static final String CHANGE = "PATCH /v1/org/quota";
  private static final int MANY = 100_000;

  private QuotaRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of(
            "",
            "ann",
            "GET /v1/org/quota",
            "",
            200,
            "{'max_instances_per_user':100000,'max_instances_per_org':100000,"
                + "'active_in_org':'<int>','active_owned':'<int>'}"),
        Row.refused("", "nobody", "GET /v1/org/quota", "", 401, "unauthorized"),
        changed("both", "{'max_instances_per_user':5,'max_instances_per_org':8}", 5, 8),
        changed("one", "{'max_instances_per_user':5}", 5, 100_000),
        changed("the other", "{'max_instances_per_user':0,'max_instances_per_org':8}", 100_000, 8),
        changed("none", "{}", 100_000, 100_000),
        bad("no body", "", "bad body"),
        bad("no JSON", "max_instances_per_user=5", "bad body"),
        bad("text", "{'max_instances_per_user':'5'}", "bad body"),
        bad("fraction", "{'max_instances_per_org':1.5}", "bad body"),
        bad("huge", "{'max_instances_per_org':2147483648}", "bad body"),
        bad("negative", "{'max_instances_per_org':-1}", "limits must be non-negative"),
        Row.refused("the role comes before the body", "ann", CHANGE, "{", 403, "forbidden"),
        Row.refused("", "nobody", CHANGE, "{", 401, "unauthorized"));
  }

  private static Row changed(String what, String body, int perUser, int perOrg) {
    String expected =
        "{'max_instances_per_user':%d,'max_instances_per_org':%d}".formatted(perUser, perOrg);
    return Row.of(what, "admin", CHANGE, body, 200, expected).given(server -> {}, QuotaRows::lift);
  }

  private static Row bad(String what, String body, String reason) {
    return Row.refused(what, "admin", CHANGE, body, 400, "invalid input: " + reason);
  }

  /** Lowers the quota per user to the number of bob's instances. */
  static void exhaust(TestServer server) {
    if (server.control.instances().list(server.bob).isEmpty()) {
      server.fixtures.launch(server.bob, "shop");
    }
    int owned = server.control.quotas().of(server.bob).activeOwned();
    server.control.quotas().change(server.admin, new Quotas.Change(owned, 0));
  }

  static void lift(TestServer server) {
    server.control.quotas().change(server.admin, new Quotas.Change(MANY, MANY));
  }
}
