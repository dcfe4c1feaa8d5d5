package dev.goldenrod.console;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;

/** A console that is served for each test anew, with a browser in which the admin has signed in. */
abstract class ConsoleFixture {
  static final String ANN = "ann@example.com";

  final ServedConsole server = new ServedConsole();
  final PlainBrowser browser = server.signedIn(ServedConsole.ADMIN);

  @AfterEach
  void close() {
    server.close();
  }

  /** Returns the path that a response leads to. */
  static String location(HttpResponse<String> response) {
    return response.headers().firstValue("Location").orElseThrow();
  }
}
