package dev.goldenrod.console.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Shown;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.quota.Quota;

/** The limits of members and their use, for admins, who may change those on clones. */
public record QuotaPages(Quotas quotas) {
  private static final String PATH = "/quotas";

  public void addTo(PageTable pages) {
    pages.get(PATH, this::show).post(PATH, this::change);
  }

  private Html show(Visit visit) {
    visit.actor().requireAdmin();
    return new Html("quotas", "Quotas")
        .with("quota", quotas.of(visit.actor()).quota())
        .with("usage", quotas.usage(visit.actor()));
  }

  private Answer change(Visit visit) {
    visit.actor().requireAdmin();
    Shown.requirePresent(visit, "the quotas", settings(quotas.of(visit.actor()).quota()));
    quotas.replace(visit.actor(), limit(visit, "per_member"), limit(visit, "in_total"));
    return Answer.goTo(PATH, "The quotas have been saved.");
  }

  /** Returns the settings that the form shows. */
  public static String settings(Quota quota) {
    return Shown.of(
        String.valueOf(quota.maxInstancesPerUser()), String.valueOf(quota.maxInstancesPerOrg()));
  }

  private static int limit(Visit visit, String name) {
    int limit = visit.number(name, -1);
    if (limit < 0) {
      throw ControlPlaneException.invalid(name, "must be 0 or more");
    }
    return limit;
  }
}
