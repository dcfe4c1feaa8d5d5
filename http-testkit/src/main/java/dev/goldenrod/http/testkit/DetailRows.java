package dev.goldenrod.http.testkit;

import java.util.List;

/** Rows that check the details of 400 responses, which do not depend on the detail of the text. */
final class DetailRows {
  private static final String BARE = "invalid input";
  private static final String BAD_BODY = "invalid input: bad body";
  private static final String DATABASES = "POST /v1/databases";
  private static final String SOURCES = "POST /v1/sources";
  private static final String NO_ID = "must be an id such as 6f1c2a4e-0d5b-4c3a-9e7f-1b2d3c4e5f60";

  private DetailRows() {}

  static List<Row> rows() {
    return List.of(
        Row.invalid("ann", DATABASES, "", BAD_BODY, "", "the body must be one JSON object"),
        Row.invalid("ann", DATABASES, "null", BAD_BODY, "", "the body must be one JSON object"),
        Row.invalid(
            "ann",
            DATABASES,
            "{\"name\": \"a\", \"name\": \"b\"}",
            BAD_BODY,
            "",
            "the body is not JSON at line 1, column 21: Duplicate field 'name'"),
        Row.invalid(
            "ann",
            DATABASES,
            "[[[[[",
            BAD_BODY,
            "",
            "the body is not JSON at line 1, column 6: Unexpected end-of-input: expected close marker"
                + " for Array"),
        Row.invalid(
            "ann",
            DATABASES,
            "[".repeat(65),
            BAD_BODY,
            "",
            "the body is not JSON: Document nesting depth (65) exceeds the"
                + " maximum allowed (64)"),
        Row.invalid(
            "ann",
            DATABASES,
            "{'name':'x','type':'postgresql'}",
            BAD_BODY,
            "version",
            "is missing"),
        Row.invalid(
            "ann",
            DATABASES,
            "{'name':'x','type':'postgresql','version':15}",
            BAD_BODY,
            "version",
            "must be a string"),
        database("'memory':'3g'", "config.memory", "'3g' must be one of 256m, 512m, 1g, 2g, 4g"),
        Row.invalid(
            "ann",
            "GET /v1/databases/$db?wait=soon",
            "",
            "invalid input: bad wait",
            "wait",
            "must be a duration such as 30s"),
        Row.invalid("ann", "GET /v1/instances/x", "", "invalid input: bad id", "id", NO_ID),
        Row.invalid("admin", "DELETE /v1/sources/x", "", BARE, "id", NO_ID),
        Row.invalid(
            "admin",
            SOURCES,
            "{'kind':'rds','config':{'port':'5432'}}",
            BARE,
            "config.port",
            "'5432' is a string; it must be a number from 1 to 65535"),
        Row.invalid(
            "admin",
            SOURCES,
            "{'kind':'rds','config':{'port':0}}",
            BARE,
            "config.port",
            "'0' must be a number from 1 to 65535"),
        Row.invalid(
            "admin",
            SOURCES,
            "{'kind':'rds','config':{'password':'hunter2'}}",
            BARE,
            "config",
            "key 'password' looks like a secret; name the secret in scoped_creds_ref instead"),
        Row.invalid(
            "admin",
            "POST /v1/imports",
            "{'source_id':'x','golden':'shop'}",
            "bad source_id",
            "source_id",
            "must be a source's id"),
        Row.invalid(
            "admin",
            "PATCH /v1/org/quota",
            "{'max_instances_per_org':-1}",
            "invalid input: limits must be non-negative",
            "",
            "limits must be non-negative"),
        Row.invalid(
            "ann",
            "PATCH /v1/auth/me",
            "{'display_name':'" + "a".repeat(201) + "'}",
            BARE,
            "display_name",
            "must have at most 200 characters"));
  }

  private static Row database(String config, String field, String problem) {
    return Row.invalid(
        "ann",
        DATABASES,
        "{'name':'x','type':'postgresql','version':'15','config':{" + config + "}}",
        "invalid input: " + field + " " + problem,
        field,
        problem);
  }
}
