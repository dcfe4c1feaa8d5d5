package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for {@code /v1/audit}. */
final class AuditRows {
  private AuditRows() {}

  static List<Row> rows() {
    String bad = "invalid input";
    return List.of(
        Row.of("", "admin", "GET /v1/audit", "", 200, "{'events':'<list>'}"),
        Row.of(
                "the newest",
                "admin",
                "GET /v1/audit?limit=1",
                "",
                200,
                "{'events':[{'id':'<uuid>','action':'golden.version.registered','actor':'$admin',"
                    + "'target':'<text>','metadata':{'name':'<text>','version':1,'handle':'<text>'},"
                    + "'created_at':'<time>'}],'next_cursor':'<text>'}")
            .given(server -> server.fixtures.of("golden"), server -> {}),
        Row.refused("is not there", "admin", "GET /v1/audit?before=$none", "", 400, bad),
        Row.refused("", "admin", "GET /v1/audit?cursor=x", "", 400, bad),
        Row.refused("", "admin", "GET /v1/audit?before=x", "", 400, bad),
        Row.refused("", "admin", "GET /v1/audit?limit=0", "", 400, bad),
        Row.refused("", "admin", "GET /v1/audit?limit=1001", "", 400, bad),
        Row.refused("", "admin", "GET /v1/audit?limit=ten", "", 400, bad),
        Row.refused("", "admin", "GET /v1/audit?limit=99999999999", "", 400, bad),
        Row.refused("", "ann", "GET /v1/audit?limit=0", "", 403, "forbidden"),
        Row.refused("", "nobody", "GET /v1/audit", "", 401, "unauthorized"));
  }
}
