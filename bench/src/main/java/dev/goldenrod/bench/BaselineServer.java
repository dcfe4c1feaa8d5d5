package dev.goldenrod.bench;

import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import java.util.List;

/**
 * Javalin with handlers that do nothing but answer bytes, as a measure of what it can do at all.
 */
public final class BaselineServer implements AutoCloseable {
  /** What a method on a path is answered with. */
  public record Constant(String method, String path, int status, byte[] body) {}

  private final Javalin javalin;

  private BaselineServer(Javalin javalin) {
    this.javalin = javalin;
  }

  /** A server on any free port of the loopback interface that gives these answers. */
  public static BaselineServer start(List<Constant> answers) {
    Javalin javalin =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.startup.showOldJavalinVersionWarning = false;
              config.jetty.host = "127.0.0.1";
              config.jetty.port = 0;
              answers.forEach(
                  answer ->
                      config.routes.addHttpHandler(
                          HandlerType.findOrCreate(answer.method()),
                          answer.path(),
                          context ->
                              context
                                  .status(answer.status())
                                  .contentType("application/json")
                                  .result(answer.body())));
            });
    return new BaselineServer(javalin.start());
  }

  /** The port it listens on. */
  public int port() {
    return javalin.port();
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
