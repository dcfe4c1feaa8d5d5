package dev.goldenrod.http.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** A client that disconnects before its response is written is not a server error. */
class HangUpsTest {
  private interface Work {
    void run() throws Exception;
  }

  @Test
  void before_any_route_it_is_no_incident() throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setErrorHandler(new JettyErrors());
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws Exception {
            throw new EofException("the client hung up");
          }
        });
    server.start();
    assertThat(logOf(() -> get(connector.getLocalPort()))).doesNotContain("Incident");
    server.stop();
  }

  private static void get(int port) throws Exception {
    URI gone = URI.create("http://127.0.0.1:" + port + "/gone");
    HttpClient.newHttpClient().send(HttpRequest.newBuilder(gone).build(), BodyHandlers.ofString());
  }

  private static String logOf(Work work) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      work.run();
    } finally {
      System.setErr(before);
    }
    return captured.toString(StandardCharsets.UTF_8);
  }
}
