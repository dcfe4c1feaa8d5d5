package dev.goldenrod.sequence;

import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Sources;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The operations of members on goldens, sources and imports. */
final class GoldenOperations {
  private static final List<String> NAMES = List.of("shop", "crm", "wiki");

  private GoldenOperations() {}

  static String name(int which) {
    return ElementPicker.pick(NAMES, which);
  }

  static List<String> register(Simulation simulation, int what, int who) {
    Actor actor = simulation.actor(who);
    Goldens.RegisterVersion command =
        new Goldens.RegisterVersion(name(what), Substrate.POSTGRES, "", "snapshot-" + what, what);
    UUID golden = simulation.server(who).goldens().register(actor, command).goldenId();
    return List.of("golden.version.registered golden/" + golden);
  }

  static List<String> share(Simulation simulation, int what, int who) {
    UUID golden = golden(simulation, what);
    simulation.server(who).goldens().share(simulation.actor(who), golden, true);
    return List.of("golden.shared golden/" + golden);
  }

  static List<String> unshare(Simulation simulation, int what, int who) {
    UUID golden = golden(simulation, what);
    simulation.server(who).goldens().share(simulation.actor(who), golden, false);
    return List.of("golden.unshared golden/" + golden);
  }

  static List<String> delete(Simulation simulation, int what, int who) {
    UUID golden = golden(simulation, what);
    simulation.server(who).goldens().delete(simulation.actor(who), golden, what % 2 == 0);
    return List.of("golden.deleted golden/" + golden);
  }

  private static UUID golden(Simulation simulation, int what) {
    return ElementPicker.pickId(
        List.copyOf(Rows.of(simulation).goldens().values()), Golden::id, what);
  }

  static List<String> createSource(Simulation simulation, int what, int who) {
    String host = what % 4 == 0 ? "nowhere.invalid" : "db";
    Sources.Create command =
        new Sources.Create(SourceKind.RDS, Map.of("host", host, "dbname", "shop"), "secret");
    Source source = simulation.server(who).sources().create(simulation.actor(who), command);
    return List.of("source.created source/" + source.id());
  }

  static List<String> deleteSource(Simulation simulation, int what, int who) {
    UUID source = source(simulation, what);
    simulation.server(who).sources().delete(simulation.actor(who), source);
    return List.of("source.deleted source/" + source);
  }

  private static UUID source(Simulation simulation, int what) {
    return ElementPicker.pickId(
        List.copyOf(Rows.of(simulation).sources().values()), Source::id, what);
  }

  static List<String> startImport(Simulation simulation, int what, int who) {
    Integer major = what % 5 == 0 ? 16 : null;
    Imports.Start command = new Imports.Start(source(simulation, what), name(what / 2), major);
    ImportJob job = simulation.server(who).imports().start(simulation.actor(who), command);
    return List.of("import.started import/" + job.id());
  }

  static List<String> deleteImport(Simulation simulation, int what, int who) {
    UUID job =
        ElementPicker.pickId(
            List.copyOf(Rows.of(simulation).imports().values()), ImportJob::id, what);
    simulation.server(who).imports().delete(simulation.actor(who), job);
    return List.of("import.forgotten import/" + job);
  }
}
