package dev.goldenrod.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Renders the footer of a help text. Examples, which begin with two spaces, are not wrapped. */
final class Footer implements IHelpSectionRenderer {
  private static final String EXAMPLE = "  ";

  @Override
  public String render(Help help) {
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    List<String> all = new ArrayList<>();
    all.addAll(List.of(usage.footerHeading().formatted().split("\\R", -1)));
    if (all.get(all.size() - 1).isEmpty()) {
      all.remove(all.size() - 1);
    }
    all.addAll(List.of(usage.footer()));
    return usage.footer().length == 0 ? "" : render(all, usage.width());
  }

  private static String render(List<String> all, int width) {
    StringBuilder shown = new StringBuilder();
    StringBuilder paragraph = new StringBuilder();
    for (String line : all) {
      boolean isText = !line.isEmpty() && !line.startsWith(EXAMPLE);
      if (isText) {
        paragraph.append(line).append(' ');
        continue;
      }
      shown.append(wrapped(paragraph, width));
      shown.append(line).append(System.lineSeparator());
    }
    return shown.append(wrapped(paragraph, width)).toString();
  }

  private static String wrapped(StringBuilder paragraph, int width) {
    String text = paragraph.toString();
    paragraph.setLength(0);
    return text.isEmpty() ? "" : TextWrapper.wrap(text, width, "", "");
  }
}
