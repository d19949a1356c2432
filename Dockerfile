# The service in a container: docs/service.md. `docker build --tag tweetctx .`
FROM python:3.12-slim AS build
COPY scripts/requirements-dev.lock /src/scripts/
# The tested versions, of which pip takes those that the service needs; it cannot check hashes beside a local folder.
RUN sed -e '/--hash=/d' -e 's/ \\$//' /src/scripts/requirements-dev.lock > /constraints.txt
COPY pyproject.toml README.md LICENSE /src/
COPY corpus /src/corpus
COPY models /src/models
COPY tweetctx /src/tweetctx
RUN python -m venv /opt/tweetctx \
    && /opt/tweetctx/bin/pip install --no-cache-dir --disable-pip-version-check --constraint /constraints.txt '/src[serve]' \
    && /opt/tweetctx/bin/pip uninstall --yes pip
COPY scripts/ask.py /opt/tweetctx/

FROM python:3.12-slim
COPY --from=build /opt/tweetctx /opt/tweetctx
RUN useradd --system --uid 10001 --home-dir /var/cache/tweetctx tweetctx \
    && install --directory --owner tweetctx /var/cache/tweetctx /indexes
ENV PATH=/opt/tweetctx/bin:$PATH PYTHONUNBUFFERED=1 \
    TWEETCTX_CACHE=/var/cache/tweetctx TWEETCTX_INDEXES=/indexes
USER tweetctx
VOLUME ["/indexes", "/var/cache/tweetctx"]
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s CMD ["python", "/opt/tweetctx/ask.py", "/v1/health"]
# The entry point itself, so that it receives SIGTERM.
ENTRYPOINT ["tweetctx", "serve", "--host", "0.0.0.0", "--log-format", "json"]
