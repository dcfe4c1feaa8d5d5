package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3ArchiveTest {
  private static S3Server s3;

  @TempDir private Path home;
  private ServedFakes server;
  private String object;

  @BeforeAll
  static void serve() {
    s3 = new S3Server();
  }

  @AfterAll
  static void end() {
    s3.close();
  }

  @BeforeEach
  void start(TestInfo test) {
    server = new ServedFakes(home);
    server.create("main");
    server.environment().putAll(s3.environment());
    object = "s3://backups/2026/a key+ü~*'(%%)/%s".formatted(test.getDisplayName());
    assertThat(server.type("snapshot", "create", "main", "monday").code()).isZero();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void an_object_becomes_a_version_elsewhere_and_once() {
    Result exported = export();

    assertThat(exported.code()).as(exported.err()).isZero();
    assertThat(exported.err()).contains("exported to " + object).doesNotContain("warning", "SLF4J");
    try (ServedFakes elsewhere = new ServedFakes(home)) {
      elsewhere.environment().putAll(s3.environment());
      Result first = imported(elsewhere, object);
      Result again = imported(elsewhere, object);

      assertThat(first.code()).as(first.err()).isZero();
      assertThat(first.json().path("version").asInt()).isEqualTo(1);
      assertThat(again.json()).isEqualTo(first.json());
    }
  }

  @Test
  void what_is_there_is_not_written_over() {
    export();
    Result again = export();

    assertThat(again.code()).isEqualTo(5);
    assertThat(again.err()).contains(object, "already exists");
    assertThat(s3.uploads()).isEmpty();
  }

  @Test
  void what_is_not_there_is_named() {
    Result noKey = imported(server, object);
    Result noBucket = server.type("export", "monday", "--to", "s3://elsewhere/shop");
    Result noObject = server.type("export", "monday", "--to", "s3://backups/");
    Result noScheme = server.type("export", "monday", "--to", "s3:/backups/shop");

    assertThat(noKey.code()).isEqualTo(3);
    assertThat(noKey.err()).contains(object);
    assertThat(noBucket.code()).isEqualTo(3);
    assertThat(noBucket.err()).contains("s3://elsewhere/shop", "no bucket 'elsewhere'");
    assertThat(noObject.code()).isEqualTo(2);
    assertThat(noObject.err()).contains("s3://BUCKET/KEY");
    assertThat(noScheme.code()).isEqualTo(2);
    assertThat(noScheme.err()).contains("s3://BUCKET/KEY");
  }

  @Test
  void whoever_may_not_is_told_what_to_see_to_and_no_secret() {
    server.environment().put("AWS_SECRET_ACCESS_KEY", "another-secret");
    Result wrong = export();
    server.environment().remove("AWS_SECRET_ACCESS_KEY");
    Result none = export();

    assertThat(wrong.code()).isEqualTo(4);
    assertThat(wrong.err())
        .contains(object, "SignatureDoesNotMatch", "AWS_SECRET_ACCESS_KEY")
        .doesNotContain("another-secret");
    assertThat(none.code()).isEqualTo(4);
    assertThat(none.err()).contains("no credentials for S3", "aws configure export-credentials");
  }

  @Test
  void a_profile_says_who_and_where() throws IOException {
    Files.createDirectories(home.resolve(".aws"));
    Files.writeString(
        home.resolve(".aws/config"),
        "[profile tests]\nservices = here\n[services here]\ns3 =\n  endpoint_url = %s\n"
            .formatted(s3.url()));
    Files.writeString(
        home.resolve(".aws/credentials"),
        "[tests]\naws_access_key_id = AKIDOFTESTS\naws_secret_access_key = %s\n"
            .formatted(S3Server.SECRET));
    s3.environment().keySet().forEach(server.environment()::remove);
    server.environment().put("AWS_PROFILE", "tests");
    Result exported = export();
    server.environment().put("AWS_PROFILE", "other");
    Result other = export();

    assertThat(exported.code()).as(exported.err()).isZero();
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err()).contains("'other'", "aws configure list-profiles");
  }

  @Test
  void a_file_of_aws_that_cannot_be_read_is_not_shown() throws IOException {
    Files.createDirectories(home.resolve(".aws"));
    Files.writeString(home.resolve(".aws/credentials"), "a-secret without-a-place");
    Result unreadable = export();

    assertThat(unreadable.code()).isEqualTo(2);
    assertThat(unreadable.err()).contains(".aws/credentials").doesNotContain("a-secret");
  }

  @Test
  void amazon_takes_a_region() {
    server.environment().remove("AWS_ENDPOINT_URL_S3");
    Result none = export();
    server.environment().put("AWS_ENDPOINT_URL", "ftp://user:word@x");
    Result strange = export();
    server.environment().put("AWS_ENDPOINT_URL", "s3.example.com");
    Result noUrl = export();

    assertThat(noUrl.code()).isEqualTo(2);
    assertThat(noUrl.err()).contains("is not a URL");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("AWS_REGION", "AWS_ENDPOINT_URL_S3");
    assertThat(strange.code()).isEqualTo(2);
    assertThat(strange.err()).contains("AWS_ENDPOINT_URL").doesNotContain("word");
  }

  private Result export() {
    return server.type("export", "monday", "--to", object);
  }

  private static Result imported(ServedFakes into, String from) {
    return into.type("import", "archive", "shop", "--from", from, "-o", "json");
  }
}
