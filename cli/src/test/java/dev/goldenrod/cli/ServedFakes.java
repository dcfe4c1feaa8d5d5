package dev.goldenrod.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ClientOptions;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Settings;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.MaskingRulesValidator.Problem;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A control plane with fakes, served over HTTP, and a user who runs commands against it. */
final class ServedFakes implements AutoCloseable {
  final FakeDataPlane dataPlane = new FakeDataPlane();
  private final InMemoryStore store = new InMemoryStore();
  final ControlPlane control =
      ControlPlane.builder()
          .store(store)
          .dataPlane(dataPlane)
          .settings(Settings.DEFAULTS.withDeleteGrace(Duration.ofHours(24)))
          .passwordIterations(1_000)
          .maskingRules(
              rules ->
                  rules.startsWith("version")
                      ? List.of()
                      : List.of(new Problem(1, 3, "'version' is missing")))
          .build()
          .start();
  private final HttpApi api =
      HttpApi.create(control, HttpOptions.defaults().withStopTimeout(Duration.ofSeconds(3)))
          .start("127.0.0.1", 0);
  private final Map<String, String> environment = new HashMap<>();
  private final Path home;

  /**
   * @param home home directory of the user, who is the admin
   */
  ServedFakes(Path home) {
    this.home = home;
    environment.put("HOME", home.toString());
    environment.put("GOLDENROD_URL", url());
    environment.put("GOLDENROD_TOKEN", token(control.admin()));
  }

  String url() {
    return "http://127.0.0.1:" + api.port();
  }

  String token(Actor member) {
    return control.tokens().create(member, "client", 0).secret();
  }

  /** Returns an API connection of the admin. */
  ApiConnection api() {
    return new ApiConnection(
        ClientOptions.of(URI.create(url()), environment.get("GOLDENROD_TOKEN")));
  }

  /** Writes a file into the user's home, where commands are run. */
  void write(String file, String text) {
    try {
      Files.writeString(home.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates a running PostgreSQL database. */
  JsonNode create(String database) {
    return api()
        .post("/v1/databases", Map.of("name", database, "type", "postgresql", "version", "15"));
  }

  /** Returns the user's environment variables, which tests may change. */
  Map<String, String> environment() {
    return environment;
  }

  /** Runs a command without a terminal. */
  Result type(String... args) {
    return typeWith("", args);
  }

  /** Runs a command with this standard input. */
  Result typeWith(String input, String... args) {
    return Result.run(
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), environment, home, args);
  }

  /** Runs a command on a terminal, and answers its question. */
  Result typeOnTerminal(String answer, String... args) {
    return Result.run(
        new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)),
        environment,
        home,
        Set.of("in", "out", "err"),
        args);
  }

  /** Registers a golden with a version that can be cloned. */
  void register(String golden) {
    control
        .goldens()
        .register(
            control.admin(),
            new Goldens.RegisterVersion(golden, Substrate.POSTGRES, "", "handle-1", 5));
  }

  @Override
  public void close() {
    api.close();
    control.close();
    dataPlane.close();
    store.close();
  }
}
