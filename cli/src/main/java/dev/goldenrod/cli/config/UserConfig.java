package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The user's file {@code $XDG_CONFIG_HOME/goldenrod/config.yaml}: the known servers and the current
 * context. Tokens are kept in separate files beside it. Immutable.
 *
 * @param current name of the current context; null if there is none
 */
public record UserConfig(Path folder, @Nullable String current, List<Context> contexts) {
  /** Reads the user's file; a missing file counts as empty. */
  public static UserConfig load(Terminal terminal) {
    Path folder = folder(terminal);
    Path file = folder.resolve("config.yaml");
    if (!Files.exists(file)) {
      return new UserConfig(folder, null, List.of());
    }
    Map<String, Object> root = YamlFile.read(file);
    List<Context> contexts = new ArrayList<>();
    for (Object entry : YamlFile.list(root.get("contexts"))) {
      contexts.add(Context.of(YamlFile.map(entry, file), folder, file));
    }
    return new UserConfig(folder, YamlFile.text(root.get("current-context")), contexts);
  }

  /** Returns the folder of the user's configuration and token files. */
  public static Path folder(Terminal terminal) {
    return terminal.configFolder().resolve("goldenrod");
  }

  public Optional<Context> find(String name) {
    return contexts.stream().filter(context -> context.name().equals(name)).findFirst();
  }

  /** Returns the context of that name; throws {@link CliException} if there is none. */
  public Context require(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.NOT_FOUND,
                    "there is no context '%s' in %s".formatted(name, folder.resolve("config.yaml")),
                    "goldenrod context list",
                    "goldenrod login URL --name " + ShellWord.of(name)));
  }

  /** Rejects a name that belongs to another server's context. */
  public void requireFree(String name, URI address) {
    find(name)
        .filter(known -> !known.url().equals(address))
        .ifPresent(
            known -> {
              throw new CliException(
                  ExitCode.CONFLICT,
                  "context '%s' is already %s; choose another name".formatted(name, known.url()),
                  "goldenrod context remove " + name);
            });
  }

  /** Returns a copy with the context added, or replaced if one of that name exists. */
  public UserConfig with(Context context) {
    List<Context> all = new ArrayList<>(contexts);
    all.removeIf(other -> other.name().equals(context.name()));
    all.add(context);
    return new UserConfig(folder, current, all);
  }

  public UserConfig without(String name) {
    Predicate<Context> stays = context -> !context.name().equals(name);
    return new UserConfig(
        folder, name.equals(current) ? null : current, contexts.stream().filter(stays).toList());
  }

  public UserConfig withCurrent(String name) {
    return new UserConfig(folder, name, contexts);
  }

  /** Writes the file atomically. */
  public void save() {
    Map<String, Object> root = new LinkedHashMap<>();
    if (current != null) {
      root.put("current-context", current);
    }
    root.put("contexts", contexts.stream().map(context -> context.asMap(folder)).toList());
    PrivateFiles.write(folder.resolve("config.yaml"), YamlFile.write(root));
  }
}
