package dev.goldenrod.console.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Masking;
import dev.goldenrod.source.MaskingRuleSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** The masking rules of sources, and the attestations of versions. */
public record MaskingPages(ControlPlane control) {
  private static final String RULES = "/sources/{id}/masking";

  /** Forms may have 8 KiB, in which each special character takes three bytes. */
  private static final int LONGEST_IN_FORM = 2_500;

  public void addTo(PageTable pages) {
    pages
        .get(RULES, this::show)
        .getLater(RULES + "/plan", this::plan)
        .post(RULES, this::put)
        .get("/goldens/{id}/versions/{version}/attestation", this::attestation);
  }

  private Html show(Visit visit) {
    UUID id = visit.id();
    SourceRow source = SourceRow.of(SourcePages.find(control, visit));
    List<MaskingRuleSet.Header> versions = control.masking().versions(visit.actor(), id);
    String rules = versions.isEmpty() ? "" : control.masking().find(visit.actor(), id).rules();
    return page(source, rules, versions.isEmpty() ? 0 : versions.get(0).version())
        .with("versions", versions)
        .with("proposed", false);
  }

  private CompletableFuture<Html> plan(Visit visit) {
    UUID id = visit.id();
    SourceRow source = SourceRow.of(SourcePages.find(control, visit));
    List<MaskingRuleSet.Header> versions = control.masking().versions(visit.actor(), id);
    return control
        .masking()
        .plan(visit.actor(), id)
        .thenApply(
            rules ->
                page(source, rules, versions.isEmpty() ? 0 : versions.get(0).version())
                    .with("versions", versions)
                    .with("proposed", true));
  }

  private static Html page(SourceRow source, String rules, int replaces) {
    return new Html("masking", "Masking of " + source.label())
        .with("source", source)
        .with("rules", rules)
        .with("replaces", replaces)
        .with("isShort", rules.length() <= LONGEST_IN_FORM);
  }

  private Answer put(Visit visit) {
    String rules = visit.field("rules").replace("\r\n", "\n");
    control
        .masking()
        .put(visit.actor(), new Masking.Put(visit.id(), rules, visit.number("replaces", 0)));
    return Answer.goTo("/sources/" + visit.id() + "/masking", "The masking rules have been saved.");
  }

  private Html attestation(Visit visit) {
    UUID id = visit.id();
    int version = parse(visit.path("version"));
    GoldenView view = GoldenView.read(control, visit.actor(), id);
    String json = control.goldens().attestation(visit.actor(), id, version);
    return new Html("attestation", "Attestation of " + view.golden().name() + " " + version)
        .with("view", view)
        .with("version", version)
        .with("attested", AttestedCounts.of(json))
        .with("json", json);
  }

  private static int parse(String version) {
    try {
      return Integer.parseInt(version);
    } catch (NumberFormatException e) {
      throw ControlPlaneException.notFound("version", version);
    }
  }
}
