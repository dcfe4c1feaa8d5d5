package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresReleasesTest {
  private static final String OLD =
      engine("12", false, "install it with 'goldenrod engine x 12 --data-dir /home/a$1/data'");
  private static final String NEW = engine("15", true, "") + "," + engine("18", true, "slow");
  private static final String ELSEWHERE = engine("15", false, "not in this cluster");

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void the_newest_that_can_run_if_none_is_named() {
    assertThat(PostgresReleases.ofRemoteServer(engines(OLD, NEW)).of(golden(""))).isEqualTo("18");
  }

  @Test
  void the_one_that_is_taken_is_told_once() {
    PostgresReleases releases = PostgresReleases.ofRemoteServer(engines(OLD, NEW));
    List<String> told = new ArrayList<>();
    Logger logger = Logger.getLogger(PostgresReleases.class.getName());
    Handler handler = new Told(told);
    logger.addHandler(handler);
    try {
      releases.of(golden(""));
      assertThat(told)
          .containsExactly(
              "Goldens are created on PostgreSQL 18, the newest of 15, 18 that can run; choose"
                  + " another one with postgres(\"…\")");
      releases.of(golden(""));
      assertThat(told).hasSize(1);
    } finally {
      logger.removeHandler(handler);
    }
  }

  @Test
  void one_that_some_cluster_can_run() {
    PostgresReleases releases = PostgresReleases.ofRemoteServer(engines(ELSEWHERE, NEW, ELSEWHERE));

    assertThat(releases.of(golden("15"))).isEqualTo("15");
  }

  @Test
  void another_one_is_refused_with_those_that_can_run_and_a_command_that_the_user_has() {
    Api api = engines(OLD, NEW);
    PostgresReleases releases =
        PostgresReleases.ofTestServer(api, new ServerFolder(Path.of("/home/a$1")));

    assertThatThrownBy(() -> releases.of(golden("12")))
        .hasMessage(
            "golden 'shop' needs PostgreSQL 12, which cannot run; 15, 18 can; install it with 'java"
                + " -jar /home/a$1/goldenrod.jar engine x 12 --data-dir /home/a$1/data'; or install"
                + " a package of this system");
  }

  @Test
  void of_a_server_elsewhere_the_command_is_its_administrators() {
    PostgresReleases releases = PostgresReleases.ofRemoteServer(engines(OLD, NEW));

    assertThatThrownBy(() -> releases.of(golden("12")))
        .hasMessageEndingWith(
            "install it with 'goldenrod engine x 12 --data-dir /home/a$1/data' on the server's"
                + " machine");
  }

  @Test
  void one_that_nobody_knows_is_refused_with_those_that_can_run() {
    PostgresReleases releases = PostgresReleases.ofRemoteServer(engines(OLD, NEW));

    assertThatThrownBy(() -> releases.of(golden("15.3"))).hasMessageEndingWith("15, 18 can");
  }

  @Test
  void where_none_can_run_the_newest_is_advised() {
    PostgresReleases releases = PostgresReleases.ofRemoteServer(engines(OLD));

    assertThatThrownBy(() -> releases.of(golden("")))
        .hasMessageStartingWith("no version of PostgreSQL can run: install it with");
  }

  private static final class Told extends Handler {
    private final List<String> lines;

    Told(List<String> lines) {
      this.lines = lines;
    }

    @Override
    public void publish(LogRecord line) {
      lines.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static Golden golden(String release) {
    return new Golden("shop", new Recipe().postgres(release));
  }

  private static String engine(String version, boolean available, String message) {
    return """
        {"type": "postgresql", "version": "%s", "available": %s, "message": "%s"}"""
        .formatted(version, available, message);
  }

  private Api engines(String... engines) {
    byte[] answer =
        "{\"engines\": [%s]}".formatted(String.join(",", engines)).getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/v1/engines",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    return new Api(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "token");
  }
}
