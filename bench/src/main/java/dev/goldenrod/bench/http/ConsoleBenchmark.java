package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Samples;
import dev.goldenrod.bench.measure.ServerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the pages of a console, each on a kept connection of a browser that signed in. */
final class ConsoleBenchmark implements AutoCloseable {
  private static final List<String> PAGES =
      List.of(
          "/",
          "/databases",
          "/databases?q=many-9",
          "/databases/" + SeededRows.MAIN,
          "/databases/" + SeededRows.MAIN + "/tree",
          "/goldens",
          "/clones",
          "/clones/new",
          "/pools",
          "/pools/new",
          "/imports",
          "/sources",
          "/deleted",
          "/members",
          "/quotas",
          "/audit",
          "/clusters",
          "/engines",
          "/account");

  private static final int KIB = 1024;

  /** The times of a page, and the size of its HTML without compression. */
  record Measured(Samples milliseconds, int bytes) {}

  private final ServerProcess server;
  private final URI address;
  private final HttpClient browser;

  private ConsoleBenchmark(ServerProcess server) {
    this.server = server;
    this.address = URI.create("http://127.0.0.1:" + server.announced().get(0));
    this.browser =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .followRedirects(Redirect.NEVER)
            .build();
  }

  /** Starts a console as {@link ConsoleServer} describes, and signs in. */
  static ConsoleBenchmark start(List<String> arguments) {
    ConsoleBenchmark benchmark =
        new ConsoleBenchmark(ServerProcess.start(ConsoleServer.class, arguments));
    benchmark.get(benchmark.server.announced().get(1), 303);
    return benchmark;
  }

  /**
   * Gets all pages in turns.
   *
   * @param warmUps rounds before the measured ones, whose times are dropped
   */
  Map<String, Measured> run(int warmUps, int rounds) {
    Map<String, Measured> all = new LinkedHashMap<>();
    for (int round = 0; round < warmUps + rounds; round++) {
      if (round == warmUps) {
        all.clear();
      }
      PAGES.forEach(path -> measure(path, all));
    }
    return all;
  }

  private void measure(String path, Map<String, Measured> all) {
    long begun = System.nanoTime();
    int bytes = get(path, 200).length;
    double milliseconds = (System.nanoTime() - begun) / 1e6;
    all.computeIfAbsent(path, page -> new Measured(new Samples(), bytes))
        .milliseconds()
        .add(milliseconds);
  }

  private byte[] get(String path, int status) {
    try {
      HttpResponse<byte[]> response =
          browser.send(
              HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofByteArray());
      if (response.statusCode() != status) {
        throw new BenchFailure(path + " has status " + response.statusCode());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(path + " got no response", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  /** Prints a table with a row for each page. */
  static void print(PrintStream out, Map<String, Measured> h2, Map<String, Measured> postgres) {
    out.printf("%n%-22s %20s %20s %8s%n", "page", "H2 p50, p95", "PostgreSQL p50, p95", "HTML");
    h2.forEach(
        (path, measured) ->
            out.printf(
                "%-22s %20s %20s %5.1f KB%n",
                path,
                times(measured),
                postgres.containsKey(path) ? times(postgres.get(path)) : "",
                measured.bytes() / (double) KIB));
  }

  private static String times(Measured measured) {
    Samples times = measured.milliseconds();
    return "%.1f, %.1f ms".formatted(times.median(), times.percentile(0.95));
  }

  @Override
  public void close() {
    server.close();
  }
}
