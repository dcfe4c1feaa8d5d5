package dev.goldenrod.cli.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/** Tests error responses of S3 and responses of servers that are not S3. */
class S3ErrorTranslatorTest {
  private static final S3Address ADDRESS = new S3Address("backups", "shop");
  private static final S3Answered PARTIAL =
      new S3Answered(206, Map.of("Content-Range", "bytes 0-0/9", "ETag", "\"tag\""), "x");

  private final Deque<S3Answered> answers = new ArrayDeque<>();
  private final List<Map<String, List<String>>> asked = new ArrayList<>();
  private HttpServer server;
  private S3Object object;

  private record S3Answered(int status, Map<String, String> headers, String body) {
    static S3Answered error(int status, String code, String more) {
      return new S3Answered(
          status, Map.of(), "<Error><Code>%s</Code>%s</Error>".formatted(code, more));
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    object = S3Object.of(ADDRESS, settings("secret"));
  }

  private S3Settings settings(String secret) {
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new S3Settings(
        endpoint, "us-east-1", "", AwsSessionCredentialsIdentity.create("id", secret, "session"));
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(Map.copyOf(exchange.getRequestHeaders()));
    exchange.getRequestBody().readAllBytes();
    S3Answered next = answers.remove();
    next.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] body = next.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(next.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void a_server_with_too_much_to_do_is_asked_again() {
    answers.add(S3Answered.error(503, "SlowDown", ""));
    answers.add(S3Answered.error(200, "InternalError", ""));
    answers.add(PARTIAL);

    assertThat(object.read(0, 1).orElseThrow().size()).isEqualTo(9);
    assertThat(asked).hasSize(3);
    assertThat(asked.get(2).get("X-amz-security-token")).containsExactly("session");
    assertThat(asked.get(2).get("Authorization").get(0)).contains("x-amz-security-token");
  }

  @Test
  void a_bucket_elsewhere_is_named_with_its_region() {
    answers.add(new S3Answered(301, Map.of("x-amz-bucket-region", "eu-west-1"), ""));
    answers.add(
        S3Answered.error(400, "AuthorizationHeaderMalformed", "<Region>ap-south-1</Region>"));

    refused(ExitCode.USAGE, "s3://backups/shop", "AWS_REGION to eu-west-1");
    refused(ExitCode.USAGE, "AWS_REGION to ap-south-1");
  }

  @Test
  void a_wrong_clock_and_an_old_token_are_told() {
    answers.add(
        S3Answered.error(
            403, "RequestTimeTooSkewed", "<ServerTime>2026-11-26T12:00:00Z</ServerTime>"));
    answers.add(S3Answered.error(400, "ExpiredToken", ""));
    answers.add(S3Answered.error(403, "AccessDenied", "<Message>no s3:GetObject</Message>"));

    refused(ExitCode.NOT_ALLOWED, "clock", "2026-11-26T12:00:00Z");
    refused(ExitCode.NOT_ALLOWED, "ExpiredToken", "AWS_SESSION_TOKEN");
    refused(ExitCode.NOT_ALLOWED, "AccessDenied no s3:GetObject", "policy");
  }

  @Test
  void what_is_no_s3_is_said_to_be_none() {
    answers.add(new S3Answered(200, Map.of(), "<html>hello</html>"));
    answers.add(new S3Answered(200, Map.of(), "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///'>]><x/>"));

    refused(ExitCode.NO_SERVER, "is it S3?");
    assertThatThrownBy(object::uploads).hasMessageContaining("is it S3?");
  }

  @Test
  void an_answer_without_a_length_fills_no_memory() throws IOException {
    server.createContext("/backups/endless", S3ErrorTranslatorTest::answerEndlessly);
    S3Object endless = S3Object.of(new S3Address("backups", "endless"), settings("secret"));

    assertThatThrownBy(() -> endless.read(0, 1)).hasMessageContaining("is it S3?");
  }

  private static void answerEndlessly(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] piece = new byte[1 << 20];
    while (true) {
      exchange.getResponseBody().write(piece);
    }
  }

  @Test
  void an_object_that_was_replaced_is_not_mixed() {
    answers.add(PARTIAL);
    answers.add(S3Answered.error(412, "PreconditionFailed", ""));
    String etag = object.read(0, 1).orElseThrow().etag();

    assertThatThrownBy(() -> object.read(1, 1, etag))
        .hasMessageContaining("replaced in the meantime");
    assertThat(asked.get(1).get("If-match")).containsExactly("\"tag\"");
  }

  @Test
  void buckets_of_amazons_have_hosts_where_a_certificate_is_for_them() {
    AwsCredentialsIdentity who = AwsCredentialsIdentity.create("id", "secret");
    S3Settings amazon = new S3Settings(null, "eu-west-1", "", who);
    S3Settings china = new S3Settings(null, "cn-north-1", "", who);
    S3Request request = S3Request.of("GET", "a b/c").with("uploads", "");

    assertThat(request.uri(amazon.bucketUrl("one")))
        .hasToString("https://one.s3.eu-west-1.amazonaws.com/a%20b/c?uploads=");
    assertThat(request.uri(amazon.bucketUrl("one.two")))
        .hasToString("https://s3.eu-west-1.amazonaws.com/one.two/a%20b/c?uploads=");
    assertThat(request.uri(china.bucketUrl("one")).getHost())
        .isEqualTo("one.s3.cn-north-1.amazonaws.com.cn");
    assertThat(amazon.toString()).doesNotContain("secret");
    assertThat(new S3Settings(URI.create("http://10.0.0.1"), "", "", who).isInClear()).isTrue();
  }

  private void refused(ExitCode code, String... texts) {
    assertThatThrownBy(() -> object.read(0, 1))
        .isInstanceOfSatisfying(
            CliException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(code);
              assertThat(refusal.getMessage()).contains(texts).doesNotContain("secret");
            });
  }
}
