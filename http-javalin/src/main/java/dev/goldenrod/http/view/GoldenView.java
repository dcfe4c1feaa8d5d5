package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import java.util.UUID;

/** A golden, as the list of snapshots shows it. */
public record GoldenView(
    UUID id,
    String name,
    String substrate,
    String shareScope,
    int latestVersion,
    String createdAt) {
  public static GoldenView of(GoldenSummary summary) {
    Golden golden = summary.golden();
    return new GoldenView(
        golden.id(),
        golden.name(),
        golden.substrate().wireName(),
        golden.shareScope().wireName(),
        summary.latestVersion(),
        Timestamps.text(golden.createdAt()));
  }
}
