package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.PUBLIC;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.view.ClientConfigView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import java.util.List;
import java.util.Map;

/** What everybody may know of the service. */
final class ServiceRoutes {
  private final ControlPlane control;
  private final HttpOptions options;
  private final RawValue document = new RawValue(OpenApi.document());

  ServiceRoutes(ControlPlane control, HttpOptions options) {
    this.control = control;
    this.options = options;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .get("/health", PUBLIC, this::health)
        .get("/openapi.json", PUBLIC, this::document)
        .get("/v1/clientconfig", PUBLIC, this::clientConfig)
        .routes();
  }

  private Answer health(Call call) {
    return control.isHealthy()
        ? Answer.ok(Map.of("status", "ok", "version", options.version()))
        : Answer.of(503, Map.of("error", "store unreachable"));
  }

  private Answer document(Call call) {
    return Answer.ok(document);
  }

  private Answer clientConfig(Call call) {
    ClientConfig config = options.clientConfig();
    return Answer.ok(
        new ClientConfigView(
            config.agentImage(),
            config.operatorImage(),
            config.routerImage(),
            new ClientConfigView.Cli(
                config.cliMinVersion(), config.cliLatestVersion(), config.cliInstallUrl())));
  }
}
