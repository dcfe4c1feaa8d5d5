package dev.goldenrod.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ChartTest {
  private final Chart chart = new Chart("Launches & <others>");

  @Test
  void each_bar_is_shown_with_its_label_and_its_figures() throws Exception {
    chart
        .group("10 MiB", "ms")
        .measured("by the API", of(139, 79.04, 233))
        .baseline("by hand", of(1183, 136, 1309));
    chart.group("GET one", "per second").measured("the API", of(4.5, 4.5, 4.5));

    assertThat(parsed().getDocumentElement().getTextContent())
        .contains("Launches & <others>")
        .contains("10 MiB, ms", "by the API", "139 (79.0 to 233)")
        .contains("by hand", "1,183 (136 to 1,309)")
        .contains("GET one, per second", "the API", "4.50 (4.50 to 4.50)");
  }

  @Test
  void bars_of_a_group_are_as_long_as_their_medians() throws Exception {
    chart.group("a", "ms").measured("fast", of(50, 50, 50)).baseline("slow", of(200, 200, 200));
    chart.group("b", "ms").measured("other", of(1, 1, 1));

    assertThat(width("measured", 0) * 4).isEqualTo(width("baseline", 0));
    assertThat(width("measured", 1)).isEqualTo(width("baseline", 0));
  }

  @Test
  void a_chart_whose_figures_are_all_zero_can_be_drawn() throws Exception {
    chart.group("a", "ms").measured("nothing", of(0, 0, 0));

    assertThat(width("measured", 0)).isZero();
  }

  private double width(String style, int which) throws Exception {
    NodeList bars = parsed().getElementsByTagName("rect");
    int found = 0;
    for (int i = 0; i < bars.getLength(); i++) {
      Element bar = (Element) bars.item(i);
      if (bar.getAttribute("class").equals(style) && found++ == which) {
        return Double.parseDouble(bar.getAttribute("width"));
      }
    }
    throw new AssertionError("no bar " + which + " of style " + style);
  }

  private Document parsed() throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(chart.svg())));
  }

  private static Samples of(double... values) {
    Samples samples = new Samples();
    for (double value : values) {
      samples.add(value);
    }
    return samples;
  }
}
