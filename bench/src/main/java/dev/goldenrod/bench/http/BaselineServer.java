package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.Connection.Target;
import dev.goldenrod.bench.measure.ServerProcess;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A bare Javalin server with constant responses, as the baseline of what Javalin can achieve. */
public final class BaselineServer implements AutoCloseable {
  /** A constant response to requests of a method and path. */
  public record Constant(String method, String path, int status, byte[] body) {}

  private static final int WORDS = 4;

  private final Javalin javalin;

  private BaselineServer(Javalin javalin) {
    this.javalin = javalin;
  }

  /** Serves responses that are given by four arguments each: method, path, status, body file. */
  public static void main(String[] arguments) throws IOException {
    List<Constant> answers = new ArrayList<>();
    for (int i = 0; i < arguments.length; i += WORDS) {
      answers.add(
          new Constant(
              arguments[i],
              arguments[i + 1],
              Integer.parseInt(arguments[i + 2]),
              Files.readAllBytes(Path.of(arguments[i + 3]))));
    }
    try (BaselineServer server = start(answers)) {
      ServerProcess.announceAndWait(server.port());
    }
  }

  /** Starts the server in a process of its own. Each target gets the content of its file. */
  static ServerProcess start(List<Target> targets, List<Path> bodies) {
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      String status = String.valueOf(target.status());
      arguments.addAll(List.of(target.method(), target.path(), status, bodies.get(i).toString()));
    }
    return ServerProcess.start(BaselineServer.class, arguments);
  }

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

  public int port() {
    return javalin.port();
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
