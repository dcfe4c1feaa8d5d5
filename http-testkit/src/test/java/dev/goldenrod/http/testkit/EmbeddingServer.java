package dev.goldenrod.http.testkit;

import dev.goldenrod.http.HttpApi;
import io.javalin.Javalin;
import java.net.InetSocketAddress;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;

/** Servers that embed the API below a path. */
enum EmbeddingServer {
  SERVLET("/goldenrod") {
    @Override
    Running serve(HttpApi api) {
      return jetty(api, "", true);
    }
  },
  SERVLET_IN_A_CONTEXT("/app/goldenrod") {
    @Override
    Running serve(HttpApi api) {
      return jetty(api, "/app", true);
    }
  },
  SERVLET_THAT_CANNOT_WAIT("/goldenrod") {
    @Override
    Running serve(HttpApi api) {
      return jetty(api, "", false);
    }
  },
  TOMCAT("/goldenrod") {
    @Override
    Running serve(HttpApi api) {
      return tomcat(api, true);
    }
  },
  TOMCAT_THAT_CANNOT_WAIT("/goldenrod") {
    @Override
    Running serve(HttpApi api) {
      return tomcat(api, false);
    }
  },
  JAVALIN("/db") {
    @Override
    Running serve(HttpApi api) {
      return javalin(api, "/db");
    }
  },
  JAVALIN_AT_THE_ROOT("") {
    @Override
    Running serve(HttpApi api) {
      return javalin(api, "");
    }
  };

  final String base;

  EmbeddingServer(String base) {
    this.base = base;
  }

  record Running(int port, Runnable stop) implements AutoCloseable {
    @Override
    public void close() {
      stop.run();
    }
  }

  /** Starts a server with the API and an additional path {@code /hello}. */
  abstract Running serve(HttpApi api);

  private static Running jetty(HttpApi api, String context, boolean async) {
    Server jetty = new Server(new InetSocketAddress("127.0.0.1", 0));
    ServletContextHandler handler = new ServletContextHandler(context.isEmpty() ? "/" : context);
    ServletHolder holder = new ServletHolder(api.servlet());
    holder.setAsyncSupported(async);
    handler.addServlet(holder, "/goldenrod/*");
    jetty.setHandler(handler);
    try {
      jetty.start();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    int port = ((NetworkConnector) jetty.getConnectors()[0]).getLocalPort();
    return new Running(port, () -> stop(jetty));
  }

  private static void stop(Server jetty) {
    try {
      jetty.stop();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Running tomcat(HttpApi api, boolean async) {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir("target/tomcat");
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "surface", api.servlet()).setAsyncSupported(async);
    context.addServletMappingDecoded("/goldenrod/*", "surface");
    try {
      tomcat.start();
    } catch (LifecycleException e) {
      throw new AssertionError(e);
    }
    return new Running(tomcat.getConnector().getLocalPort(), () -> stop(tomcat));
  }

  private static void stop(Tomcat tomcat) {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new AssertionError(e);
    }
  }

  private static Running javalin(HttpApi api, String base) {
    Javalin app =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.routes.get("/hello", context -> context.result("world"));
              config.routes.exception(Exception.class, (e, context) -> context.result("mine"));
              api.addTo(config, base);
            });
    app.start("127.0.0.1", 0);
    return new Running(app.port(), app::stop);
  }
}
