package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
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
 * The user's own file, {@code $XDG_CONFIG_HOME/goldenrod/config.yaml}: the servers that were logged
 * in to, and which of them is the current one. Tokens lie beside it, each in a file of its own.
 * Immutable.
 *
 * @param folder where it lies
 * @param current the name of the current context; null without one
 */
public record UserConfig(Path folder, @Nullable String current, List<Context> contexts) {
  /** Reads the user's file; none is an empty one. */
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

  /** Where a user's file lies, and what else is kept beside it. */
  public static Path folder(Terminal terminal) {
    return terminal.configFolder().resolve("goldenrod");
  }

  /** The context of that name. */
  public Optional<Context> find(String name) {
    return contexts.stream().filter(context -> context.name().equals(name)).findFirst();
  }

  /**
   * The context of that name.
   *
   * @throws CliException when there is none
   */
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

  /** With the context in the place of the one of its name, or behind the others. */
  public UserConfig with(Context context) {
    List<Context> all = new ArrayList<>(contexts);
    all.removeIf(other -> other.name().equals(context.name()));
    all.add(context);
    return new UserConfig(folder, current, all);
  }

  /** Without the context of that name. */
  public UserConfig without(String name) {
    Predicate<Context> stays = context -> !context.name().equals(name);
    return new UserConfig(
        folder, name.equals(current) ? null : current, contexts.stream().filter(stays).toList());
  }

  /** With another current context. */
  public UserConfig withCurrent(String name) {
    return new UserConfig(folder, name, contexts);
  }

  /** Writes the file, in one step. */
  public void save() {
    Map<String, Object> root = new LinkedHashMap<>();
    if (current != null) {
      root.put("current-context", current);
    }
    root.put("contexts", contexts.stream().map(context -> context.asMap(folder)).toList());
    PrivateFiles.write(folder.resolve("config.yaml"), YamlFile.write(root));
  }
}
