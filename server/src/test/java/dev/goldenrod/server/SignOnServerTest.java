package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.storage.jdbi.StoreBackup;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts servers with a file of issuers, which need not be reachable. */
class SignOnServerTest {
  @TempDir private Path folder;
  private final ServeOptions options = new ServeOptions();

  @BeforeEach
  void describeIssuer() throws IOException {
    Files.writeString(folder.resolve("secret"), "the secret\n");
    options.port = 0;
    options.dataDir = folder.resolve("data");
    options.dataPlane = DataPlaneKind.NONE;
    options.oidc =
        Files.writeString(
            folder.resolve("oidc.yaml"),
            """
            url: http://localhost
            issuers:
              - id: corp
                name: Example Ltd
                url: http://127.0.0.1:9
                client-id: goldenrod
                client-secret-file: secret
            """);
  }

  @Test
  void the_sign_in_page_names_the_issuer() throws Exception {
    try (RunningServer server = RunningServer.start(options, Map.of())) {
      HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/sign-in")).build();

      assertThat(
              HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body())
          .contains("Sign in with Example Ltd");
    }
  }

  @Test
  void admins_read_the_settings_of_the_server_and_no_secret() throws Exception {
    options.availability.managementPort = "0";
    try (RunningServer server = RunningServer.start(options, Map.of())) {
      HttpClient browser =
          HttpClient.newBuilder()
              .cookieHandler(new CookieManager())
              .followRedirects(HttpClient.Redirect.NORMAL)
              .build();
      get(browser, server.signInLink());

      assertThat(get(browser, server.address() + "/settings"))
          .contains("H2, in a file of the data directory")
          .contains("<dt>Schema version</dt><dd>" + StoreBackup.newestSchemaVersion() + "<")
          .contains("<dt>TLS of this address</dt><dd>off<")
          .contains("/metrics of 127.0.0.1, a free port, for everybody")
          .contains("<dt>Example Ltd</dt><dd>http://127.0.0.1:9<")
          .doesNotContain("the secret", "<dt>Volumes</dt>");
    }
  }

  private static String get(HttpClient browser, String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return browser.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void a_secret_that_is_missing_stops_the_start_with_the_option() throws IOException {
    Files.delete(folder.resolve("secret"));

    assertThatThrownBy(() -> RunningServer.start(options, Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("client-secret-file")
        .hasMessageContaining("cannot be read");
  }
}
