import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/** One OpenSearch node, with the settings in the folder `config` of the folder that its argument names. */
public class OpenSearchNode {
    public static void main(String[] arguments) throws Exception {
        var home = Path.of(arguments[0]).toAbsolutePath();
        var settings = Settings.builder().put("path.home", home).build();
        var config = home.resolve("config");
        var environment = InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), config, () -> "node");
        LogConfigurator.registerErrorListener();
        LogConfigurator.configure(environment);
        var plugins = List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class);
        var node = new OpenSearchRunnerNode(environment, List.copyOf(plugins));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
        node.start();
        Thread.currentThread().join();
    }

    private static void close(OpenSearchRunnerNode node) {
        try {
            node.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
