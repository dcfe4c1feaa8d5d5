package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;

/**
 * The commands and output on a page: its {@code console} blocks after the first {@code sh} block.
 */
record ConsoleWalk(List<Step> steps) {
  private static final String PROMPT = "$ ";
  private static final String END = "--- end of step ---";

  private static final Pattern BLOCK =
      Pattern.compile("^```(sh|console)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** Parts of the output that vary: ids, secrets, times, and numbers with several digits. */
  private static final Pattern OTHER =
      Pattern.compile(
          "[0-9a-f]{8}-…|\\w{4}…|…|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|\\d{4,}|\\d+(\\.\\d+)? ?m?s\\b");

  record Step(String command, String output) {}

  static ConsoleWalk of(String page) throws IOException, InterruptedException {
    List<Step> steps = new ArrayList<>();
    for (Matcher block = BLOCK.matcher(page); block.find(); ) {
      if (block.group(1).equals("console")) {
        addSteps(steps, block.group(2).lines().toList());
      } else if (steps.isEmpty()) {
        steps.add(new Step(block.group(2), ""));
      }
    }
    return new ConsoleWalk(steps);
  }

  private static void addSteps(List<Step> steps, List<String> lines)
      throws IOException, InterruptedException {
    int at = 0;
    while (at < lines.size()) {
      StringBuilder command = new StringBuilder(lines.get(at++).substring(PROMPT.length()));
      while (!isWhole(command.toString())) {
        command.append('\n').append(lines.get(at++));
      }
      StringBuilder output = new StringBuilder();
      while (at < lines.size() && !lines.get(at).startsWith(PROMPT)) {
        output.append(lines.get(at++)).append('\n');
      }
      steps.add(new Step(command.toString(), output.toString()));
    }
  }

  private static boolean isWhole(String command) throws IOException, InterruptedException {
    return !command.endsWith("\\")
        && new ProcessBuilder("bash", "-n", "-c", command).start().waitFor() == 0;
  }

  /** Runs all commands in one shell. The output of each must contain what the page shows. */
  void type(Map<String, String> environment) throws IOException, InterruptedException {
    StringBuilder script = new StringBuilder();
    for (Step step : steps) {
      script.append(step.command()).append("\necho '").append(END).append("'\n");
    }
    ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script.toString());
    bash.environment().putAll(environment);
    Process shell = bash.redirectErrorStream(true).start();
    shell.getOutputStream().close();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
    String[] outputs = said.split(Pattern.quote(END + "\n"), -1);
    SoftAssertions all = new SoftAssertions();
    for (int at = 0; at < steps.size(); at++) {
      all.assertThat(withoutBlanks(outputs[at]))
          .as(steps.get(at).command())
          .containsPattern(expected(steps.get(at).output()));
    }
    all.assertAll();
  }

  /** Ignores white space, because the page breaks long lines. */
  private static Pattern expected(String output) {
    StringBuilder pattern = new StringBuilder();
    int at = 0;
    for (Matcher other = OTHER.matcher(output); other.find(); at = other.end()) {
      pattern.append(quoted(output.substring(at, other.start()))).append(".*?");
    }
    return Pattern.compile(pattern.append(quoted(output.substring(at))).toString());
  }

  private static String quoted(String text) {
    return Pattern.quote(withoutBlanks(text));
  }

  private static String withoutBlanks(String text) {
    return text.replaceAll("\\s+", "");
  }
}
