package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.awaitility.Awaitility;

/** A Keycloak of its own, with the realm of {@code keycloak-realm.json}. */
final class KeycloakServer implements AutoCloseable {
  static final String CLIENT = "goldenrod";
  static final String SECRET = "b3d5c7f1a9e24680b3d5c7f1a9e24680";
  private static final String ADMIN = "root";
  private static final String ADMIN_PASSWORD = "password of the test";
  private static final Path ZIP = Path.of("target/keycloak/keycloak.zip");
  private static final Pattern ACCESS_TOKEN = Pattern.compile("\"access_token\":\"([^\"]+)\"");
  private static final Pattern USER_ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final int port;

  KeycloakServer(Path folder) {
    try {
      Path home = unpack(folder);
      Path imports = Files.createDirectories(home.resolve("data/import"));
      try (InputStream realm = KeycloakServer.class.getResourceAsStream("keycloak-realm.json")) {
        Files.copy(realm, imports.resolve("realm.json"));
      }
      port = freePort();
      process = start(home, folder.resolve("keycloak.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Awaitility.await("Keycloak answers")
        .atMost(Duration.ofMinutes(10))
        .pollInterval(Duration.ofSeconds(1))
        .failFast("Keycloak has ended", () -> !process.isAlive())
        .until(this::isReady);
  }

  private static Path unpack(Path folder) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(ZIP))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = folder.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
        }
      }
    }
    try (var found = Files.list(folder)) {
      return found.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private Process start(Path home, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                "bash",
                home.resolve("bin/kc.sh").toString(),
                "start-dev",
                "--import-realm",
                "--http-host=127.0.0.1",
                "--http-port=" + port,
                "--health-enabled=false",
                "--http-management-port=" + freePort()));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("KC_BOOTSTRAP_ADMIN_USERNAME", ADMIN);
    builder.environment().put("KC_BOOTSTRAP_ADMIN_PASSWORD", ADMIN_PASSWORD);
    builder
        .environment()
        .put(
            "JAVA_OPTS",
            "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.awt.headless=true");
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  URI issuer() {
    return URI.create("http://127.0.0.1:" + port + "/realms/goldenrod");
  }

  private boolean isReady() {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(issuer() + "/.well-known/openid-configuration"))
              .timeout(Duration.ofSeconds(10))
              .build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Disables the user, as an administrator does on Keycloak's pages. */
  void disable(String username) {
    String users = "/admin/realms/goldenrod/users";
    String id = first(USER_ID, send(admin(users + "?exact=true&username=" + username)));
    send(
        admin(users + "/" + id)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"enabled\":false}")));
  }

  /** Returns the access token of a program with client credentials. */
  String tokenOfProgram() {
    String answer =
        send(
            request("/realms/goldenrod/protocol/openid-connect/token")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&client_id=job"
                            + "&client_secret=5e2f8c1b7d904a36")));
    return first(ACCESS_TOKEN, answer);
  }

  private HttpRequest.Builder admin(String path) {
    String form =
        "grant_type=password&client_id=admin-cli&username=%s&password=%s"
            .formatted(ADMIN, ADMIN_PASSWORD.replace(' ', '+'));
    String answer =
        send(
            request("/realms/master/protocol/openid-connect/token")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form, StandardCharsets.UTF_8)));
    return request(path).header("Authorization", "Bearer " + first(ACCESS_TOKEN, answer));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofSeconds(60));
  }

  private String send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return found.group(1);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    process.onExit().join();
  }
}
