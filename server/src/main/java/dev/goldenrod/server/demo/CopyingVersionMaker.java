package dev.goldenrod.server.demo;

import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.server.ProgressPrinter;
import java.util.Map;

/** Copies the stopped source's files, for machines without PostgreSQL's dump tools. */
final class CopyingVersionMaker implements Demo.VersionMaker {
  private final ScratchPostgres source;
  private final ApiConnection api;
  private final ProgressPrinter progress;

  CopyingVersionMaker(ScratchPostgres source, ApiConnection api, ProgressPrinter progress) {
    this.source = source;
    this.api = api;
    this.progress = progress;
  }

  @Override
  public void make(String golden) {
    progress.step(
        "stop the source and register its files as golden '" + golden + "'",
        () -> {
          source.stop();
          api.post(
              "/v1/snapshots/versions",
              Map.of(
                  "name",
                  golden,
                  "substrate",
                  "postgres",
                  "source_ref",
                  "the demo's stopped source",
                  "vsc_handle",
                  "dir:" + source.data()));
        });
  }
}
