package dev.goldenrod.console.overview;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Sources;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.source.SourceKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The short forms of the first page, with the usual values for what they do not ask. */
public record FirstSteps(ControlPlane control) {
  private static final int DEFAULT_PORT = 5432;

  public void addTo(PageTable pages) {
    pages
        .post("/first-steps/database", this::createDatabase)
        .post("/first-steps/import", this::startImport);
  }

  private Answer createDatabase(Visit visit) {
    String[] engine = visit.field("engine").split(" ", 2);
    DatabaseType type =
        DatabaseType.parse(engine[0])
            .filter(known -> engine.length == 2)
            .orElseThrow(() -> ControlPlaneException.invalid("engine", "must be chosen"));
    Databases.Create command =
        new Databases.Create(visit.field("name"), type, engine[1], DatabaseConfig.DEFAULT);
    String name = control.databases().create(visit.actor(), command, visit.once()).name();
    return Answer.goTo("/databases/" + name, "Database " + name + " is being created.");
  }

  private Answer startImport(Visit visit) {
    String golden = visit.field("golden");
    Golden.requireName("golden", golden);
    Imports.Start command = new Imports.Start(source(visit), golden, null);
    return Answer.goTo(
        "/imports/" + control.imports().start(visit.actor(), command, visit.once()).id(),
        "The import of " + golden + " has begun.");
  }

  /** Returns the source of the form; a second attempt finds that of the first. */
  private UUID source(Visit visit) {
    visit.actor().requireOperator();
    Map<String, @Nullable Object> config = config(visit);
    String password = visit.secret("password");
    if (!password.isEmpty()) {
      Sources.Create login = new Sources.Create(SourceKind.RDS, config, visit.field("secret"));
      return control
          .sourcePasswords()
          .create(visit.actor(), login, password, Idempotency.none())
          .id();
    }
    return source(visit, new Sources.Create(SourceKind.RDS, config, secret(visit)));
  }

  private static String secret(Visit visit) {
    String secret = visit.field("secret");
    if (secret.isEmpty()) {
      throw ControlPlaneException.invalid("password", "or the name of a secret must be given");
    }
    return secret;
  }

  private UUID source(Visit visit, Sources.Create wanted) {
    return control.sources().list(visit.actor()).stream()
        .filter(wanted::describes)
        .findFirst()
        .orElseGet(() -> control.sources().create(visit.actor(), wanted))
        .id();
  }

  private static Map<String, @Nullable Object> config(Visit visit) {
    Map<String, @Nullable Object> config = new LinkedHashMap<>();
    config.put("host", required(visit, "host"));
    config.put("port", visit.number("port", DEFAULT_PORT));
    config.put("dbname", required(visit, "database"));
    if (!visit.field("username").isEmpty()) {
      config.put("username", visit.field("username"));
    }
    return config;
  }

  private static String required(Visit visit, String field) {
    String text = visit.field(field);
    if (text.isEmpty()) {
      throw ControlPlaneException.invalid(field, "must not be empty");
    }
    return text;
  }
}
