const path = require('node:path');
const { container: { ModuleFederationPlugin } } = require('webpack');

// React and Hawtio come from the console that loads the plugin, so neither is a dependency here.
const fromConsole = { singleton: true, import: false, requiredVersion: false };

module.exports = {
  mode: 'production',
  entry: {},
  output: { path: path.resolve(process.env.DRAGOMAN_PLUGIN_OUT ?? 'build'), publicPath: 'auto', clean: true, uniqueName: 'dragomanPlugin' },
  devtool: false,
  plugins: [new ModuleFederationPlugin({
    name: 'dragomanPlugin',
    filename: 'remoteEntry.js',
    exposes: { './plugin': './src/plugin.js' },
    shared: { react: fromConsole, '@hawtio/react': fromConsole },
  })],
};
