package dev.goldenrod.sequence;

import dev.goldenrod.control.CreateSource;
import dev.goldenrod.control.RegisterVersion;
import dev.goldenrod.control.StartImport;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.Source;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What members do with goldens, sources and imports. */
final class GoldenActs {
  private static final List<String> NAMES = List.of("shop", "crm", "wiki");

  private GoldenActs() {}

  static String name(int which) {
    return Pick.from(NAMES, which);
  }

  static List<String> register(World world, int what, int who) {
    Actor actor = world.actor(who);
    RegisterVersion command =
        new RegisterVersion(name(what), "postgres", "", "snapshot-" + what, what);
    UUID golden = world.server(who).goldens().register(actor, command).goldenId();
    return List.of("golden.version.registered golden/" + golden);
  }

  static List<String> share(World world, int what, int who) {
    UUID golden = golden(world, what);
    world.server(who).goldens().share(world.actor(who), golden, true);
    return List.of("golden.shared golden/" + golden);
  }

  static List<String> unshare(World world, int what, int who) {
    UUID golden = golden(world, what);
    world.server(who).goldens().share(world.actor(who), golden, false);
    return List.of("golden.unshared golden/" + golden);
  }

  static List<String> delete(World world, int what, int who) {
    UUID golden = golden(world, what);
    world.server(who).goldens().delete(world.actor(who), golden, what % 2 == 0);
    return List.of("golden.deleted golden/" + golden);
  }

  private static UUID golden(World world, int what) {
    return Pick.id(List.copyOf(Rows.of(world).goldens().values()), Golden::id, what);
  }

  static List<String> createSource(World world, int what, int who) {
    String host = what % 4 == 0 ? "nowhere.invalid" : "db";
    CreateSource command =
        new CreateSource("rds", Map.of("host", host, "dbname", "shop"), "secret");
    Source source = world.server(who).sources().create(world.actor(who), command);
    return List.of("source.created source/" + source.id());
  }

  static List<String> deleteSource(World world, int what, int who) {
    UUID source = source(world, what);
    world.server(who).sources().delete(world.actor(who), source);
    return List.of("source.deleted source/" + source);
  }

  private static UUID source(World world, int what) {
    return Pick.id(List.copyOf(Rows.of(world).sources().values()), Source::id, what);
  }

  static List<String> startImport(World world, int what, int who) {
    Integer major = what % 5 == 0 ? 16 : null;
    StartImport command = new StartImport(source(world, what), name(what / 2), major);
    ImportJob job = world.server(who).imports().start(world.actor(who), command);
    return List.of("import.started import/" + job.id());
  }

  static List<String> forgetImport(World world, int what, int who) {
    UUID job = Pick.id(List.copyOf(Rows.of(world).imports().values()), ImportJob::id, what);
    world.server(who).imports().forget(world.actor(who), job);
    return List.of("import.forgotten import/" + job);
  }
}
