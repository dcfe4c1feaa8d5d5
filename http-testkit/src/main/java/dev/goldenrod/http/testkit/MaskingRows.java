package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows for masking rules, attestations, and what is refused without masking. */
final class MaskingRows {
  private static final String SOURCE = "/v1/sources/$source/masking";
  private static final String RULED = "/v1/sources/$ruled/masking";
  private static final String NONE = "/v1/sources/$none/masking";
  private static final String BAD_ID = "/v1/sources/x/masking";
  private static final String ATTESTATION = "GET /v1/snapshots/%s/versions/%s/attestation";
  private static final String BAD = "invalid input";
  private static final String NOT_FOUND = "not found";
  private static final String RULES =
      "{'version':%d,'rules':'<text>','created_by':'admin@localhost','created_at':'<time>'}";

  private MaskingRows() {}

  static List<Row> rows() {
    return List.of(
        Row.of("", "admin", "PUT " + SOURCE, "{'rules':'version: 1'}", 200, RULES.formatted(1)),
        Row.of("", "admin", "PUT " + RULED, "{'rules':'version: 2'}", 200, RULES.formatted(2)),
        Row.of(
            "replaces the version it was made from",
            "admin",
            "PUT " + RULED,
            "{'rules':'version: 2','replaces':1}",
            200,
            RULES.formatted(2)),
        Row.refused(
            "was changed meanwhile",
            "admin",
            "PUT " + RULED,
            "{'rules':'version: 2','replaces':0}",
            409,
            "conflict: the source's masking rules have version 1, not 0; read them again, and merge"
                + " your changes"),
        Row.invalid(
            "admin",
            "PUT " + SOURCE,
            "{'rules':'tables: 7'}",
            BAD,
            "rules",
            "line 1, column 3: 'version' is missing"),
        Row.refused("", "admin", "PUT " + SOURCE, "{'rules':''}", 400, BAD),
        Row.refused("", "admin", "PUT " + SOURCE, "{}", 400, BAD),
        Row.refused("", "admin", "PUT " + NONE, "{", 404, NOT_FOUND),
        Row.refused("", "admin", "PUT " + BAD_ID, "{", 400, BAD),
        Row.of("", "admin", "GET " + RULED, "", 200, RULES.formatted(1)),
        Row.refused("has no rules", "admin", "GET " + SOURCE, "", 404, NOT_FOUND),
        Row.refused("", "admin", "GET " + BAD_ID, "", 400, BAD),
        Row.of(
            "",
            "admin",
            "GET " + RULED + "/versions",
            "",
            200,
            "{'versions':[{'version':1,'created_by':'admin@localhost','created_at':'<time>'}]}"),
        Row.of("", "admin", "GET " + SOURCE + "/versions", "", 200, "{'versions':[]}"),
        Row.refused("", "admin", "GET " + NONE + "/versions", "", 404, NOT_FOUND),
        Row.refused("", "admin", "GET " + BAD_ID + "/versions", "", 400, BAD),
        Row.of("", "admin", "POST " + SOURCE + "/plan", "", 200, "{'rules':'<text>'}"),
        Row.refused("", "admin", "POST " + NONE + "/plan", "", 404, NOT_FOUND),
        Row.refused("", "admin", "POST " + BAD_ID + "/plan", "", 400, BAD),
        unsupported("POST " + SOURCE + "/plan", ""),
        Row.of(
            "its own rules",
            "admin",
            "POST " + RULED + "/check",
            "",
            200,
            "{'complete':true,'findings':[]}"),
        Row.of(
            "other rules",
            "admin",
            "POST " + SOURCE + "/check",
            "{'rules':'version: 3'}",
            200,
            "{'complete':true,'findings':[]}"),
        Row.refused("", "admin", "POST " + SOURCE + "/check", "{'rules':'x'}", 400, BAD),
        Row.refused("has no rules", "admin", "POST " + SOURCE + "/check", "", 404, NOT_FOUND),
        unsupported("POST " + RULED + "/check", ""),
        Row.of(
            "",
            "admin",
            "POST " + RULED + "/preview",
            "{'table':'public.customer'}",
            200,
            "{'columns':['id','email'],'before':[['1','ann@example.com']],"
                + "'after':[['1','k3x9@example.invalid']]}"),
        Row.refused("", "admin", "POST " + RULED + "/preview", "{}", 400, BAD),
        Row.refused("", "admin", "POST " + NONE + "/preview", "{", 404, NOT_FOUND),
        Row.refused(
            "an unknown table",
            "admin",
            "POST " + RULED + "/preview",
            "{'table':'t'}",
            409,
            "conflict: the source has no table 't'"),
        Row.of(
            "",
            "admin",
            ATTESTATION.formatted("$masked", "1"),
            "",
            200,
            "attestation:'signature':"),
        Row.refused(
            "was not masked", "admin", ATTESTATION.formatted("$golden", "1"), "", 404, NOT_FOUND),
        Row.refused(
            "is not visible", "ann", ATTESTATION.formatted("$masked", "1"), "", 404, NOT_FOUND),
        Row.refused("", "admin", ATTESTATION.formatted("$golden", "0"), "", 400, BAD),
        Row.refused("", "admin", ATTESTATION.formatted("x", "1"), "", 400, BAD),
        Row.of(
            "a masked version",
            "admin",
            "GET /v1/snapshots/$masked/versions",
            "",
            200,
            "{'versions':[{'version':1,'status':'ready','source_ref':'<text>','size_bytes':'<int>',"
                + "'cluster':'<text>','masking':{'rules_version':1,'key_id':'0123456789abcdef',"
                + "'attested_at':'2026-01-31T12:00:00.000Z'},'created_at':'<time>'}]}"),
        Row.of(
            "requires masking",
            "admin",
            "PATCH /v1/snapshots/$golden",
            "{'require_masking':true}",
            200,
            "{'id':'$golden','name':'<text>','substrate':'postgres','share_scope':'<text>',"
                + "'latest_version':1,'protected':false,'require_masking':true,'created_at':'<time>'}"),
        Row.of(
            "a clone of a masked version",
            "admin",
            "GET /v1/instances/$maskedClone",
            "",
            200,
            "{'id':'$maskedClone','name':null,'owner_user':'$admin','golden':'<text>','golden_version':1,"
                + "'masking':{'rules_version':1,'attestation':'<text>'},'cluster':'<text>',"
                + "'namespace':'<text>','size':'<text>','ttl':'<text>','reset_generation':0,"
                + "'desired_state':'present','phase':'Ready','endpoint':'<text>','message':'',"
                + "'created_at':'<time>','expires_at':'<time>'}"),
        Row.of(
            "a clone of a version that is not masked",
            "admin",
            "POST /v1/instances",
            "{'golden':'$unmasked','ttl':'1h'}",
            409,
            "{'error':'golden version is not masked','details':'<details>'}"),
        Row.of(
            "a database of a version that is not masked",
            "admin",
            "POST /v1/databases",
            "{'name':'of-unmasked','golden':'$unmasked'}",
            409,
            "{'error':'golden version is not masked','details':'<details>'}"),
        Row.of(
            "a sensitive source",
            "admin",
            "POST /v1/sources",
            "{'kind':'rds','config':{'host':'db'},'require_masking':true}",
            201,
            "{'id':'<uuid>','kind':'rds','status':'registered'}"),
        Row.refused(
            "a mark that is not one",
            "admin",
            "POST /v1/sources",
            "{'kind':'rds','config':{'sensitive':'yes'}}",
            400,
            BAD));
  }

  private static Row unsupported(String request, String body) {
    return Row.refused(
            "a cluster that cannot mask",
            "admin",
            request,
            body,
            409,
            "conflict: this cluster's data plane cannot mask imports; import into a cluster of a"
                + " server's own machine")
        .given(
            server -> server.dataPlane.supportMasking(false),
            server -> server.dataPlane.supportMasking(true));
  }
}
