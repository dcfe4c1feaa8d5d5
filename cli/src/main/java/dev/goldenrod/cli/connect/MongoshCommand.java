package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;

/** Opens {@code mongosh} on a database: {@code goldenrod mongosh}. */
@Command(
    name = "mongosh",
    description = "Opens mongosh on a clone or database of MongoDB.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nThe password is passed in mongosh's environment only. Examples:%n",
    footer = {
      "  goldenrod mongosh shop",
      "  goldenrod mongosh shop -- --quiet --eval 'db.tea.countDocuments()'"
    })
public final class MongoshCommand extends ClientCommand {
  private static final String VARIABLE = "GOLDENROD_MONGODB_URI";

  public MongoshCommand(Terminal terminal) {
    super(terminal, Engine.MONGODB);
  }

  @Override
  int run(Login login, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(terminal().findProgram("mongosh").orElseThrow(MongoshCommand::missing).toString());
    // mongosh takes a connection string only from its command line, which other users can read.
    line.addAll(List.of("--nodb", "--eval", "db = connect(process.env.%s)".formatted(VARIABLE)));
    if (arguments.stream().noneMatch(MongoshCommand::isScript)) {
      line.add("--shell");
    }
    line.addAll(arguments);
    return runProgram(line, Set.of(), Map.of(VARIABLE, login.uri()));
  }

  private static boolean isScript(String argument) {
    return argument.matches("--eval(=.*)?|-f|--file(=.*)?|.*\\.(js|mongodb)");
  }

  private static CliException missing() {
    return new CliException(
        ExitCode.NO_PROGRAM,
        "mongosh is not on this machine; download it from"
            + " https://www.mongodb.com/try/download/shell",
        "brew install mongosh",
        "npm install --global mongosh");
  }
}
